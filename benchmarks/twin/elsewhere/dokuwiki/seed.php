<?php
// Saves the pages of a text file, each as its author, and indexes them for the search.
define('DOKU_INC', $argv[1] . '/');
define('NOSESSION', 1);
require DOKU_INC . 'inc/init.php';
$blocks = preg_split('/^@@@ /m', file_get_contents($argv[2]), -1, PREG_SPLIT_NO_EMPTY);
foreach ($blocks as $block) {
    [$head, $text] = explode("\n", $block, 2);
    [$id, $user, $summary] = explode(' | ', $head);
    $id = cleanID($id);
    $INPUT->server->set('REMOTE_USER', $user);
    $_SERVER['REMOTE_USER'] = $user;
    $INFO = ['client' => $user, 'perm' => AUTH_DELETE];
    saveWikiText($id, trim($text) . "\n", $summary);
    p_cached_output(wikiFN($id), 'xhtml', $id);
    p_get_metadata($id, '', METADATA_RENDER_UNLIMITED);
    idx_addPage($id, false, true);
    sleep(2);
}
