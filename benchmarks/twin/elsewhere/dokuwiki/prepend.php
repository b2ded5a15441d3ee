<?php
// Where this wiki's own settings lie, before the package's preload chooses.
define('DOKU_CONF', getenv('DW_CONF'));
define('DOKU_FARM', false);
