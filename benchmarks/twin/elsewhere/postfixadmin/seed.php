<?php
// An administrator, four domains, 14 mailboxes and 9 aliases, into the database $PFA_DB.
$db = new PDO('sqlite:' . getenv('PFA_DB'));
$db->setAttribute(PDO::ATTR_ERRMODE, PDO::ERRMODE_EXCEPTION);
$when = '2026-09-14 08:00:00';
$secret = crypt('demo1234', '$1$madeup00$');

function add(PDO $db, string $table, array $row): void
{
    $names = implode(', ', array_keys($row));
    $marks = implode(', ', array_fill(0, count($row), '?'));
    $db->prepare("INSERT INTO $table ($names) VALUES ($marks)")->execute(array_values($row));
}

add($db, 'admin', ['username' => 'root@acme.test', 'password' => $secret, 'superadmin' => 1, 'created' => $when,
    'modified' => $when, 'active' => 1]);
add($db, 'domain_admins', ['username' => 'root@acme.test', 'domain' => 'ALL', 'created' => $when, 'active' => 1]);

$domains = [
    'acme.test' => 'Head office', 'harbour.test' => 'The yard', 'mills.test' => 'Nine mills',
    'rivers.test' => 'Quiet rivers',
];
foreach ($domains as $domain => $said) {
    add($db, 'domain', ['domain' => $domain, 'description' => $said, 'aliases' => 20, 'mailboxes' => 20,
        'maxquota' => 0, 'quota' => 0, 'transport' => 'virtual', 'backupmx' => 0, 'created' => $when,
        'modified' => $when, 'active' => 1]);
}

$people = [
    'ada@acme.test' => 'Ada Archer', 'ben@acme.test' => 'Ben Baker', 'cleo@acme.test' => 'Cleo Carver',
    'dora@acme.test' => 'Dora Dyer', 'emil@acme.test' => 'Emil Eckert', 'fay@acme.test' => 'Fay Fuller',
    'gus@acme.test' => 'Gus Glover', 'hana@acme.test' => 'Hana Hale', 'ivo@harbour.test' => 'Ivo Iverson',
    'june@harbour.test' => 'June Joiner', 'karl@harbour.test' => 'Karl Keller', 'lena@mills.test' => 'Lena Lorimer',
    'max@mills.test' => 'Max Miller', 'nora@rivers.test' => 'Nora Naylor',
];
foreach ($people as $address => $name) {
    [$local, $domain] = explode('@', $address);
    add($db, 'mailbox', ['username' => $address, 'password' => $secret, 'name' => $name,
        'maildir' => "$domain/$local/", 'quota' => 0, 'local_part' => $local, 'domain' => $domain,
        'created' => $when, 'modified' => $when, 'active' => 1]);
    add($db, 'alias', ['address' => $address, 'goto' => $address, 'domain' => $domain, 'created' => $when,
        'modified' => $when, 'active' => 1]);
}

$aliases = [
    'sales@acme.test' => 'ada@acme.test,ben@acme.test', 'info@acme.test' => 'cleo@acme.test',
    'jobs@acme.test' => 'dora@acme.test', 'press@acme.test' => 'cleo@acme.test',
    'billing@acme.test' => 'emil@acme.test', 'yard@harbour.test' => 'ivo@harbour.test,karl@harbour.test',
    'crane@harbour.test' => 'june@harbour.test', 'flour@mills.test' => 'lena@mills.test',
    'boats@rivers.test' => 'nora@rivers.test',
];
foreach ($aliases as $address => $to) {
    add($db, 'alias', ['address' => $address, 'goto' => $to, 'domain' => substr(strstr($address, '@'), 1),
        'created' => $when, 'modified' => $when, 'active' => 1]);
}
