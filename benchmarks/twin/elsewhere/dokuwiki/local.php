<?php
$conf['title'] = 'Acme Handbook';
$conf['start'] = 'start';
$conf['lang'] = 'en';
$conf['savedir'] = getenv('DW_DATA');
$conf['baseurl'] = getenv('DW_URL');
$conf['useacl'] = 1;
$conf['superuser'] = '@admin';
$conf['disableactions'] = 'register';
$conf['updatecheck'] = 0;
$conf['usewordblock'] = 0;
