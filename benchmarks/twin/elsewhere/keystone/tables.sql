CREATE TABLE "User" ("id" TEXT NOT NULL PRIMARY KEY, "name" TEXT NOT NULL DEFAULT '', "email" TEXT NOT NULL DEFAULT '', "password" TEXT NOT NULL);
CREATE TABLE "Company" ("id" TEXT NOT NULL PRIMARY KEY, "name" TEXT NOT NULL DEFAULT '', "city" TEXT NOT NULL DEFAULT '', "industry" TEXT);
CREATE TABLE "Contact" ("id" TEXT NOT NULL PRIMARY KEY, "name" TEXT NOT NULL DEFAULT '', "email" TEXT NOT NULL DEFAULT '', "phone" TEXT NOT NULL DEFAULT '', "newsletter" BOOLEAN NOT NULL DEFAULT false, "company" TEXT REFERENCES "Company" ("id") ON DELETE SET NULL ON UPDATE CASCADE, "createdAt" DATETIME DEFAULT CURRENT_TIMESTAMP);
CREATE TABLE "Deal" ("id" TEXT NOT NULL PRIMARY KEY, "title" TEXT NOT NULL DEFAULT '', "stage" TEXT DEFAULT 'open', "amount" INTEGER, "closes" TEXT, "contact" TEXT REFERENCES "Contact" ("id") ON DELETE SET NULL ON UPDATE CASCADE, "owner" TEXT REFERENCES "User" ("id") ON DELETE SET NULL ON UPDATE CASCADE);
CREATE UNIQUE INDEX "User_email_key" ON "User" ("email");
CREATE UNIQUE INDEX "Contact_email_key" ON "Contact" ("email");
CREATE INDEX "Contact_company_idx" ON "Contact" ("company");
CREATE INDEX "Deal_contact_idx" ON "Deal" ("contact");
CREATE INDEX "Deal_owner_idx" ON "Deal" ("owner");
