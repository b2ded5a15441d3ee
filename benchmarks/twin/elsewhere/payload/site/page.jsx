import config from '@payload-config'
import { generatePageMetadata, RootPage } from '@payloadcms/next/views'
import { importMap } from '../importMap.js'

export const generateMetadata = (at) => generatePageMetadata({ config, ...at })

export default function Page(at) {
  return RootPage({ config, importMap, ...at })
}
