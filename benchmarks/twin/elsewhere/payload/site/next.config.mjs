import { withPayload } from '@payloadcms/next/withPayload'

export default withPayload({ eslint: { ignoreDuringBuilds: true } })
