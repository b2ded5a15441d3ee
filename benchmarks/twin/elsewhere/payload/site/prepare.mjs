// The tables and the user
import { getPayload } from 'payload'
import config from './payload.config.js'

const payload = await getPayload({ config })
await payload.create({ collection: 'users', data: { email: 'ada@example.com', password: 'demo-Pass-1234' } })
process.exit(0)
