// Vendure with its admin interface, on loopback, everything kept in the working folder.
const { bootstrap } = require('@vendure/core');
const { AdminUiPlugin } = require('@vendure/admin-ui-plugin');

bootstrap({
  apiOptions: { hostname: '127.0.0.1', port: Number(process.env.PORT), adminApiPath: 'admin-api', shopApiPath: 'shop-api' },
  authOptions: {
    tokenMethod: 'cookie',
    superadminCredentials: { identifier: 'superadmin', password: 'demo1234' },
    cookieOptions: { secret: 'awe-demo-secret' },
  },
  dbConnectionOptions: { type: 'better-sqlite3', database: `${process.cwd()}/vendure.sqlite`, synchronize: true, logging: false },
  paymentOptions: { paymentMethodHandlers: [] },
  plugins: [AdminUiPlugin.init({ route: 'admin', port: Number(process.env.PORT) + 100 })],
}).catch(error => { console.error(error); process.exit(1); });
