<?php
// What Apache's rewriting and a proxy would tell: every path that is no file is index.php's, at the public address.
$root = $_SERVER['DOCUMENT_ROOT'];
$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
if ($path !== '/' && !str_ends_with($path, '.php') && is_file($root . $path)) {
    return false;
}
$public = parse_url(getenv('PUBLIC'));
$_SERVER['SERVER_NAME'] = $public['host'];
$_SERVER['SERVER_PORT'] = (string) ($public['port'] ?? ($public['scheme'] === 'https' ? 443 : 80));
if ($public['scheme'] === 'https') {
    $_SERVER['HTTPS'] = 'on';
}
$_SERVER['SCRIPT_NAME'] = $_SERVER['PHP_SELF'] = '/index.php';
$_SERVER['SCRIPT_FILENAME'] = $root . '/index.php';
chdir($root);
require $root . '/index.php';
