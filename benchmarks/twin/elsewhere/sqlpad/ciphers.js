// createCipher and createDecipher, which node 22 no longer has and SQLPad 3 keeps names and passwords of connections with
const crypto = require('crypto');
const key = secret => crypto.createHash('sha256').update(secret).digest();
const start = Buffer.alloc(16);
crypto.createCipher = (_, secret) => crypto.createCipheriv('aes-256-ctr', key(secret), start);
crypto.createDecipher = (_, secret) => crypto.createDecipheriv('aes-256-ctr', key(secret), start);
