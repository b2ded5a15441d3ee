// Medusa on loopback, without Redis; its admin interface under /app.
const { defineConfig } = require('@medusajs/framework/utils');

module.exports = defineConfig({
  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    databaseDriverOptions: { ssl: false, connection: { ssl: false } },
    cookieOptions: { secure: false, sameSite: 'lax' },
    http: { storeCors: '*', adminCors: '*', authCors: '*', jwtSecret: 'awe-demo-secret', cookieSecret: 'awe-demo-secret' },
  },
  admin: { path: '/app', backendUrl: '/' },
});
