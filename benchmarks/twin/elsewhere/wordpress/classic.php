<?php
// The classic editor, without pictures of people from elsewhere.
add_filter('use_block_editor_for_post_type', '__return_false');
add_filter('pre_option_show_avatars', '__return_zero');
