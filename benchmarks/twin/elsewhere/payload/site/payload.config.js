// A small CRM: accounts, contacts and deals
import { sqliteAdapter } from '@payloadcms/db-sqlite'
import { buildConfig } from 'payload'

const options = (...names) => names.map((label) => ({ label, value: label.toLowerCase().replaceAll(' ', '-') }))

const accounts = {
  slug: 'accounts',
  admin: { useAsTitle: 'name', defaultColumns: ['name', 'industry', 'city', 'employees', 'customerSince'] },
  fields: [
    { name: 'name', type: 'text', required: true },
    { name: 'industry', type: 'select', options: options('Software', 'Retail', 'Energy', 'Health', 'Public sector') },
    { name: 'city', type: 'text' },
    { name: 'website', type: 'text' },
    { name: 'employees', type: 'number' },
    { name: 'customerSince', type: 'date' },
    { name: 'keyAccount', type: 'checkbox', defaultValue: false },
  ],
}

const contacts = {
  slug: 'contacts',
  admin: { useAsTitle: 'fullName', defaultColumns: ['fullName', 'email', 'role', 'account'] },
  fields: [
    { name: 'fullName', type: 'text', required: true },
    { name: 'email', type: 'email', required: true },
    { name: 'phone', type: 'text' },
    { name: 'role', type: 'select', options: options('Buyer', 'Manager', 'Engineer', 'Director') },
    { name: 'account', type: 'relationship', relationTo: 'accounts' },
  ],
}

const deals = {
  slug: 'deals',
  admin: { useAsTitle: 'title', defaultColumns: ['title', 'account', 'stage', 'amount', '_status'] },
  versions: { drafts: true },
  fields: [
    { name: 'title', type: 'text', required: true },
    { name: 'account', type: 'relationship', relationTo: 'accounts' },
    { name: 'contact', type: 'relationship', relationTo: 'contacts' },
    { name: 'stage', type: 'select', defaultValue: 'new', options: options('New', 'Qualified', 'Offer sent', 'Won', 'Lost') },
    { name: 'amount', type: 'number' },
    { name: 'closesOn', type: 'date' },
    { name: 'notes', type: 'textarea' },
  ],
}

export default buildConfig({
  secret: process.env.PAYLOAD_SECRET,
  telemetry: false,
  admin: { user: 'users', avatar: 'default' },
  collections: [accounts, contacts, deals, { slug: 'users', auth: true, fields: [] }],
  db: sqliteAdapter({ client: { url: `file:${process.env.DATABASE}` } }),
})
