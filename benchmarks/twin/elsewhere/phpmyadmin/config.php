<?php
$cfg['blowfish_secret'] = 'thirty-two-characters-of-secret!';
$cfg['PmaAbsoluteUri'] = getenv('TABLES_URL');
$cfg['TempDir'] = getenv('TABLES_TMP');
$cfg['VersionCheck'] = false;
$cfg['SendErrorReports'] = 'never';
$cfg['Servers'][1] = [
    'auth_type' => 'config',
    'user' => 'root',
    'password' => '',
    'AllowNoPassword' => true,
    'host' => 'localhost',
    'socket' => getenv('DB_SOCKET'),
    'hide_db' => '^(information_schema|performance_schema|mysql|sys)$',
];
