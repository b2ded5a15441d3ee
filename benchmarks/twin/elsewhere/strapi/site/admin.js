// Keys of a made-up company.
module.exports = () => ({
  auth: { secret: 'demo-key-of-a-made-up-company-1' },
  apiToken: { salt: 'demo-key-of-a-made-up-company-2' },
  transfer: { token: { salt: 'demo-key-of-a-made-up-company-3' } },
  secrets: { encryptionKey: 'demo-key-of-a-made-up-company-4' },
  flags: { nps: false, promoteEE: false },
  rateLimit: { enabled: false },
  ai: { enabled: false },
});
