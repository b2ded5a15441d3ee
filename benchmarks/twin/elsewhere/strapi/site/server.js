module.exports = ({ env }) => ({
  host: '127.0.0.1',
  port: env.int('PORT', 8337),
  proxy: { koa: true },
  app: { keys: ['demo-key-of-a-made-up-company-5', 'demo-key-of-a-made-up-company-6'] },
});
