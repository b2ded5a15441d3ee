// A small sales desk: contacts of companies, deals with them, users who sign in.
import { config, list } from '@keystone-6/core'
import { allowAll } from '@keystone-6/core/access'
import { calendarDay, checkbox, integer, password, relationship, select, text, timestamp } from '@keystone-6/core/fields'
import { statelessSessions } from '@keystone-6/core/session'
import { createAuth } from '@keystone-6/auth'
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3'

const { withAuth } = createAuth({
  listKey: 'User',
  identityField: 'email',
  secretField: 'password',
  sessionData: 'name email',
})

const lists = {
  User: list({
    access: allowAll,
    fields: {
      name: text({ validation: { isRequired: true } }),
      email: text({ validation: { isRequired: true }, isIndexed: 'unique' }),
      password: password({ validation: { isRequired: true } }),
      deals: relationship({ ref: 'Deal.owner', many: true }),
    },
  }),
  Company: list({
    access: allowAll,
    fields: {
      name: text({ validation: { isRequired: true } }),
      city: text(),
      industry: select({ options: ['Retail', 'Logistics', 'Software', 'Farming'].map(value => ({ label: value, value: value.toLowerCase() })) }),
      contacts: relationship({ ref: 'Contact.company', many: true }),
    },
    ui: { listView: { initialColumns: ['name', 'city', 'industry'] } },
  }),
  Contact: list({
    access: allowAll,
    fields: {
      name: text({ validation: { isRequired: true } }),
      email: text({ validation: { isRequired: true }, isIndexed: 'unique' }),
      phone: text(),
      newsletter: checkbox(),
      company: relationship({ ref: 'Company.contacts' }),
      deals: relationship({ ref: 'Deal.contact', many: true }),
      createdAt: timestamp({ defaultValue: { kind: 'now' } }),
    },
    ui: { listView: { initialColumns: ['name', 'email', 'company'], pageSize: 15 } },
  }),
  Deal: list({
    access: allowAll,
    fields: {
      title: text({ validation: { isRequired: true } }),
      stage: select({
        type: 'enum',
        defaultValue: 'open',
        options: ['Open', 'Offered', 'Won', 'Lost'].map(value => ({ label: value, value: value.toLowerCase() })),
      }),
      amount: integer(),
      closes: calendarDay(),
      contact: relationship({ ref: 'Contact.deals' }),
      owner: relationship({ ref: 'User.deals' }),
    },
    ui: { labelField: 'title', listView: { initialColumns: ['title', 'stage', 'amount', 'contact'] } },
  }),
}

export default withAuth(
  config({
    db: {
      provider: 'sqlite',
      prismaClientOptions: () => ({ adapter: new PrismaBetterSqlite3({ url: process.env.DATABASE_URL ?? 'file:./build.sqlite' }) }),
    },
    lists,
    server: { options: { host: '127.0.0.1', port: Number(process.env.PORT ?? 8410) } },
    session: statelessSessions({ secret: 'awe-demo-secret-awe-demo-secret-0001', secure: false }),
    telemetry: false,
    ui: { isAccessAllowed: context => context.session !== undefined },
  })
)
