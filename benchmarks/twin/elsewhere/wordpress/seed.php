<?php
// php seed.php ROOT: a site with posts, pages and comments of made-up people.
$_SERVER['HTTP_HOST'] = '127.0.0.1';
define('WP_INSTALLING', true);
require $argv[1] . '/wp-load.php';
require ABSPATH . 'wp-admin/includes/upgrade.php';
wp_install('Acme Press', 'admin', 'admin@acme.test', true, '', 'demo1234');
update_option('permalink_structure', '/%year%/%monthnum%/%day%/%postname%/');
update_option('timezone_string', 'UTC');
update_user_meta(1, 'rich_editing', 'false');
update_user_meta(1, 'show_welcome_panel', 0);
foreach ([1, 2, 3] as $id) {
    wp_delete_post($id, true);
}
$mina = wp_insert_user(['user_login' => 'mina', 'user_pass' => 'demo1234', 'role' => 'editor', 'display_name' => 'Mina Okafor', 'user_email' => 'mina@acme.test']);
$terms = [];
foreach (['News', 'Offices', 'People'] as $name) {
    $terms[$name] = wp_insert_term($name, 'category')['term_id'];
}
$posts = [
    ['Office closed on Friday', 'The Leeds office is closed on Friday.', 'Offices', 1, '2026-09-03 09:15:00', 'publish'],
    ['Printer moves to the second floor', 'The big printer moves on Monday.', 'Offices', $mina, '2026-09-08 11:40:00', 'publish'],
    ['Welcome Ada', 'Ada joins the design team.', 'People', $mina, '2026-09-14 08:05:00', 'publish'],
    ['Quarterly figures', 'The figures of the third quarter are in.', 'News', 1, '2026-10-01 16:30:00', 'publish'],
    ['Bicycle racks', 'There are twelve new racks behind the house.', 'Offices', 1, '2026-10-05 10:00:00', 'publish'],
    ['Summer party pictures', 'Pictures of the party are on the wall.', 'People', $mina, '2026-10-12 14:22:00', 'publish'],
    ['Menu of the canteen', 'Soup on Tuesdays.', 'News', 1, '2026-10-19 07:50:00', 'draft'],
    ['Lost umbrella', 'It is green and waits at the desk.', 'People', 1, '2026-10-22 13:35:00', 'publish'],
    ['Fire drill', 'The drill is at ten.', 'Offices', $mina, '2026-10-26 09:09:00', 'publish'],
];
$ids = [];
foreach ($posts as [$title, $text, $category, $author, $date, $status]) {
    $ids[$title] = wp_insert_post([
        'post_title' => $title, 'post_content' => $text, 'post_category' => [$terms[$category]],
        'post_author' => $author, 'post_date' => $date, 'post_status' => $status, 'post_name' => sanitize_title($title),
    ]);
}
$pages = [['About us', 'We make anvils.', '2026-08-01 12:00:00'], ['Contact', 'Write to the desk.', '2026-08-02 13:30:00'],
    ['Imprint', 'Acme Press, Leeds.', '2026-08-03 15:45:00']];
foreach ($pages as [$title, $text, $date]) {
    wp_insert_post(['post_type' => 'page', 'post_title' => $title, 'post_content' => $text, 'post_author' => 1,
        'post_date' => $date, 'post_status' => 'publish']);
}
$comments = [
    ['Office closed on Friday', 'Tom Reed', 'Is the gate closed as well?', '2026-09-03 10:00:00', 1],
    ['Printer moves to the second floor', 'Ines Vidal', 'Please keep the old one, too.', '2026-09-08 12:10:00', 1],
    ['Welcome Ada', 'Tom Reed', 'Welcome!', '2026-09-14 09:00:00', 1],
    ['Quarterly figures', 'Oleg Marsh', 'Where are the notes to them?', '2026-10-01 17:00:00', 0],
    ['Bicycle racks', 'Ines Vidal', 'Great, thank you.', '2026-10-05 10:30:00', 0],
    ['Fire drill', 'Oleg Marsh', 'Ten is too early.', '2026-10-26 09:30:00', 0],
];
foreach ($comments as [$title, $who, $text, $date, $approved]) {
    wp_insert_comment(['comment_post_ID' => $ids[$title], 'comment_author' => $who, 'comment_content' => $text,
        'comment_author_email' => strtolower(strtok($who, ' ')) . '@mail.test', 'comment_date' => $date,
        'comment_date_gmt' => $date, 'comment_approved' => $approved]);
}
flush_rewrite_rules(false);
