CREATE TABLE people (c_uid varchar(60) PRIMARY KEY, c_name varchar(60), c_password varchar(80), c_cn varchar(120), mail varchar(120));
INSERT INTO people VALUES
 ('ada', 'ada', 'demo-Pass-1234', 'Ada Sand', 'ada@acme.test'),
 ('ben', 'ben', 'demo-Pass-1234', 'Ben Cole', 'ben@acme.test'),
 ('iris', 'iris', 'demo-Pass-1234', 'Iris Dahl', 'iris@acme.test'),
 ('milo', 'milo', 'demo-Pass-1234', 'Milo Grant', 'milo@acme.test');
