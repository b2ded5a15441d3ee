import config from '@payload-config'
import * as rest from '@payloadcms/next/routes'

export const GET = rest.REST_GET(config)
export const POST = rest.REST_POST(config)
export const PATCH = rest.REST_PATCH(config)
export const PUT = rest.REST_PUT(config)
export const DELETE = rest.REST_DELETE(config)
