CREATE DATABASE shop CHARACTER SET utf8mb4;
USE shop;
CREATE TABLE shelves (id INT PRIMARY KEY AUTO_INCREMENT, name VARCHAR(40) NOT NULL, floor INT NOT NULL);
CREATE TABLE items (
  id INT PRIMARY KEY AUTO_INCREMENT, name VARCHAR(60) NOT NULL, price DECIMAL(8, 2) NOT NULL, amount INT NOT NULL,
  maker VARCHAR(40)
);
INSERT INTO shelves (name, floor) VALUES ('Window', 1), ('Stairs', 1), ('Attic', 3), ('Cellar', 0);
INSERT INTO items (name, price, amount, maker) VALUES
  ('Green tea', 4.50, 40, 'Lotus'), ('Black tea', 3.90, 75, 'Lotus'), ('Mint tea', 2.80, 12, 'Meadow'),
  ('Coffee beans', 11.20, 30, 'Harbour'), ('Cocoa', 6.40, 18, 'Harbour'), ('Oat biscuits', 2.10, 90, 'Mill'),
  ('Ginger snaps', 2.60, 55, 'Mill'), ('Honey', 7.80, 22, 'Meadow'), ('Plum jam', 4.10, 17, 'Orchard'),
  ('Apple jam', 3.95, 26, 'Orchard'), ('Rye bread', 3.20, 9, 'Mill'), ('Sugar cubes', 1.90, 60, 'Harbour'),
  ('Teapot', 24.00, 5, 'Kiln'), ('Mug', 8.50, 34, 'Kiln'), ('Strainer', 5.20, 14, 'Smith'), ('Spoon', 2.95, 48, 'Smith');
