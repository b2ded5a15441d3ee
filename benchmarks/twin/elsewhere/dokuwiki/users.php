<?php
// Prints the file of users: each has the password demo1234.
echo "# users.auth.php\n# <?php exit()?>\n";
foreach ([['mara', 'Mara Holt', 'admin,user'], ['tomas', 'Tomas Reyes', 'user'], ['iris', 'Iris Lund', 'user']] as $u) {
    [$name, $full, $groups] = $u;
    $hash = str_replace(':', '\\:', password_hash('demo1234', PASSWORD_BCRYPT));
    echo "$name:$hash:$full:$name@acme.test:$groups\n";
}
