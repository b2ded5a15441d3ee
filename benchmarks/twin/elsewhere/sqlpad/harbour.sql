create table customers (id int primary key, name text not null, town text not null, since date not null);
create table orders (id int primary key, customer_id int not null references customers, total int not null, state text not null);
create table articles (id int primary key, title text not null, price int not null, stock int not null);
insert into customers values (1, 'Nora Field', 'Bergen', '2021-03-04'), (2, 'Owen Marsh', 'Cork', '2022-06-11'),
  (3, 'Lena Brook', 'Lund', '2020-01-30'), (4, 'Tom Hollis', 'Bergen', '2023-09-17');
insert into orders values (1, 1, 120, 'paid'), (2, 1, 80, 'open'), (3, 2, 310, 'paid'), (4, 3, 45, 'sent'), (5, 4, 99, 'open');
insert into articles values (1, 'Rope', 12, 400), (2, 'Lamp', 45, 31), (3, 'Anchor', 320, 6), (4, 'Flag', 9, 250);
