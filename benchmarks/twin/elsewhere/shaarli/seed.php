<?php
// seed.php ROOT DATA: settings as the installer writes them, and bookmarks, with Shaarli's own classes.
[, $root, $data] = $argv;
chdir($root);
require "$root/autoload.php";
foreach (['bookmark/LinkUtils', 'config/ConfigPlugin', 'http/HttpUtils', 'http/UrlUtils', 'TimeZone', 'Utils'] as $file) {
    require_once "$root/application/$file.php";
}
date_default_timezone_set('UTC');

use malkusch\lock\mutex\NoMutex;
use Shaarli\Bookmark\Bookmark;
use Shaarli\Bookmark\BookmarkArray;
use Shaarli\Bookmark\BookmarkIO;
use Shaarli\Config\ConfigManager;

$conf = new ConfigManager();
$salt = sha1('harbour');
$settings = [
    'credentials.login' => 'mara',
    'credentials.salt' => $salt,
    'credentials.hash' => sha1('demo1234' . 'mara' . $salt),
    'general.timezone' => 'UTC',
    'general.title' => 'Harbour links',
    'general.header_link' => '/',
    'translation.language' => 'en',
    'updates.check_updates' => false,
    'thumbnails.mode' => 'none',
    'api.enabled' => false,
];
foreach ($settings as $name => $value) {
    $conf->set($name, $value);
}
$conf->write(true);

$bookmarks = new BookmarkArray();
foreach (file(__DIR__ . '/bookmarks.txt', FILE_IGNORE_NEW_LINES | FILE_SKIP_EMPTY_LINES) as $id => $line) {
    [$created, $private, $url, $title, $tags, $description] = explode(' | ', $line);
    $bookmark = new Bookmark();
    $bookmark->setCreated(new DateTime($created));
    $bookmark->setId($id);
    $bookmark->setUrl($url);
    $bookmark->setTitle($title);
    $bookmark->setTagsString($tags);
    $bookmark->setDescription($description);
    $bookmark->setPrivate($private === 'private');
    $bookmark->validate();
    $bookmarks[$id] = $bookmark;
}
$bookmarks->reorder();
(new BookmarkIO($conf, new NoMutex()))->write($bookmarks);
