// NocoDB on loopback alone.
const http = require("http");
const express = require("express");
const { Noco } = require("nocodb");

(async () => {
  const app = express();
  app.set("view engine", "ejs");
  const server = http.createServer(app);
  app.use(await Noco.init({}, server, app));
  server.listen(Number(process.env.PORT), "127.0.0.1");
})();
