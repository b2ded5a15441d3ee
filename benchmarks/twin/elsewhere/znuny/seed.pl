# Fills the help desk: an agent, queues, customers with their users, services' tickets with articles of the past months.
use strict;
use warnings;
use utf8;

use Kernel::System::ObjectManager;

local $Kernel::OM = Kernel::System::ObjectManager->new( 'Kernel::System::Log' => { LogPrefix => 'seed' } );
my $OM = $Kernel::OM;
sub of { return $OM->Get("Kernel::System::$_[0]") }

my %Group = reverse of('Group')->GroupList( Valid => 1 );
my %Agent;
for my $Row ( [ 'mara', 'Mara', 'Voss' ], [ 'jonas', 'Jonas', 'Beck' ], [ 'karla', 'Karla', 'Winter' ] ) {
    my ( $Login, $First, $Last ) = @{$Row};
    $Agent{$Login} = of('User')->UserAdd(
        UserFirstname => $First, UserLastname => $Last, UserLogin => $Login, UserPw => 'demo1234',
        UserEmail => "$Login\@quay.test", ValidID => 1, ChangeUserID => 1,
    ) or die "no agent $Login";
    of('Group')->PermissionGroupUserAdd(
        GID => $Group{$_}, UID => $Agent{$Login}, UserID => 1,
        Permission => { ro => 1, move_into => 1, create => 1, note => 1, owner => 1, priority => 1, rw => 1 },
    ) for qw(users stats);
    of('User')->SetPreferences( Key => 'UserTimeZone', Value => 'UTC', UserID => $Agent{$Login} );
}
of('Ticket')->TicketDelete( TicketID => 1, UserID => 1 ) or die 'the first ticket stays';

my %Queue;
for my $Name ( 'Hardware', 'Network', 'Accounts', 'Orders' ) {
    $Queue{$Name} = of('Queue')->QueueAdd(
        Name => $Name, ValidID => 1, GroupID => $Group{users}, SystemAddressID => 1, SalutationID => 1, SignatureID => 1,
        FollowUpID => 1, FollowUpLock => 0, UnlockTimeout => 0, Comment => "What is about $Name", UserID => 1,
    ) or die "no queue $Name";
}

my @Companies = (
    [ 'ACME',   'Acme Tools',       'Mill Lane 4',    '20095', 'Hamburg' ],
    [ 'BERTH',  'Berth and Sons',   'Dock Road 17',   '4011',  'Porto' ],
    [ 'CEDAR',  'Cedar Furniture',  'Wood Street 2',  '7010',  'Trondheim' ],
    [ 'DELTA',  'Delta Foods',      'River Walk 31',  '1012',  'Riga' ],
    [ 'EMBER',  'Ember Lighting',   'Lamp Row 8',     '5003',  'Bergen' ],
);
for my $Row (@Companies) {
    my ( $ID, $Name, $Street, $ZIP, $City ) = @{$Row};
    of('CustomerCompany')->CustomerCompanyAdd(
        CustomerID => $ID, CustomerCompanyName => $Name, CustomerCompanyStreet => $Street, CustomerCompanyZIP => $ZIP,
        CustomerCompanyCity => $City, CustomerCompanyCountry => 'Germany', ValidID => 1, UserID => 1,
    ) or die "no company $ID";
}
my @People = (
    [ 'ada',   'Ada',   'Lund',     'ACME' ],  [ 'boris', 'Boris', 'Maier',   'ACME' ],
    [ 'clara', 'Clara', 'Costa',    'BERTH' ], [ 'dario', 'Dario', 'Pinto',   'BERTH' ],
    [ 'edda',  'Edda',  'Solberg',  'CEDAR' ], [ 'finn',  'Finn',  'Haugen',  'CEDAR' ],
    [ 'greta', 'Greta', 'Ozols',    'DELTA' ], [ 'henk',  'Henk',  'Berzins', 'DELTA' ],
    [ 'ida',   'Ida',   'Nilsen',   'EMBER' ], [ 'jan',   'Jan',   'Vik',     'EMBER' ],
);
my %Company;
for my $Row (@People) {
    my ( $Login, $First, $Last, $Company ) = @{$Row};
    $Company{$Login} = $Company;
    of('CustomerUser')->CustomerUserAdd(
        Source => 'CustomerUser', UserFirstname => $First, UserLastname => $Last, UserCustomerID => $Company, UserLogin => $Login,
        UserPassword => 'demo1234', UserEmail => "$Login\@" . lc($Company) . '.test', ValidID => 1, UserID => 1,
    ) or die "no customer $Login";
}

my @Tickets = (
    [ '2026-08-03 08:12:00', 'Laptop does not start',           'Hardware', 'ada',   '3 normal',    'open',             'mara' ],
    [ '2026-08-11 09:40:00', 'Scanner draws a line',            'Hardware', 'clara', '2 low',       'new',              '' ],
    [ '2026-08-19 10:05:00', 'Wireless drops in the hall',      'Network',  'edda',  '4 high',      'open',             'jonas' ],
    [ '2026-08-27 13:30:00', 'Password of the till forgotten',  'Accounts', 'greta', '3 normal',    'closed successful', 'karla' ],
    [ '2026-09-02 07:55:00', 'Chairs arrived without wheels',   'Orders',   'finn',  '3 normal',    'open',             'mara' ],
    [ '2026-09-09 15:20:00', 'Second screen stays dark',        'Hardware', 'ida',   '3 normal',    'new',              '' ],
    [ '2026-09-15 11:11:00', 'New colleague needs an account',  'Accounts', 'boris', '3 normal',    'open',             'karla' ],
    [ '2026-09-23 16:45:00', 'Paper of the wrong size',         'Orders',   'dario', '1 very low',  'new',              '' ],
    [ '2026-10-01 08:30:00', 'Tunnel to the branch is slow',    'Network',  'henk',  '5 very high', 'open',             'jonas' ],
    [ '2026-10-08 12:00:00', 'Keyboard lost two keys',          'Hardware', 'jan',   '2 low',       'open',             'mara' ],
    [ '2026-10-14 09:25:00', 'Mailbox is full',                 'Accounts', 'clara', '3 normal',    'new',              '' ],
    [ '2026-10-21 14:10:00', 'Toner for the third floor',       'Orders',   'ada',   '3 normal',    'open',             'karla' ],
);
my %Words = (
    'Laptop does not start' => 'It was fine on Friday. Today the lamp blinks twice and that is all.',
    'Scanner draws a line'  => 'Every page has a thin black line on the left.',
);
for my $Row (@Tickets) {
    my ( $At, $Title, $Queue, $Customer, $Priority, $State, $Owner ) = @{$Row};
    my $Moment = $OM->Create( 'Kernel::System::DateTime', ObjectParams => { String => $At } )->ToEpoch();
    my $TicketID = of('Ticket')->TicketCreate(
        Title => $Title, Queue => $Queue, Lock => ( $Owner ? 'lock' : 'unlock' ), Priority => $Priority, State => $State,
        CustomerID => $Company{$Customer}, CustomerUser => $Customer, OwnerID => ( $Owner ? $Agent{$Owner} : 1 ), UserID => 1,
    ) or die "no ticket $Title";
    my $Mail = "$Customer\@" . lc( $Company{$Customer} ) . '.test';
    my $Channel = of('Ticket::Article')->BackendForChannel( ChannelName => 'Phone' );
    my ($Name) = map {"$_->[1] $_->[2]"} grep { $_->[0] eq $Customer } @People;
    my $Body = $Words{$Title} || "$Title. Please see to it when you can.";
    $Channel->ArticleCreate(
        TicketID => $TicketID, SenderType => 'customer', IsVisibleForCustomer => 1, From => "\"$Name\" <$Mail>", To => $Queue,
        Subject => $Title, Body => $Body, Charset => 'utf-8', MimeType => 'text/plain', HistoryType => 'PhoneCallCustomer',
        HistoryComment => '%%', UserID => ( $Owner ? $Agent{$Owner} : 1 ), NoAgentNotify => 1,
    ) or die "no article of $Title";
    for my $Table ( [ 'ticket', 'id' ], [ 'article', 'ticket_id' ], [ 'ticket_history', 'ticket_id' ] ) {
        of('DB')->Do(
            SQL  => "UPDATE $Table->[0] SET create_time = ?, change_time = ? WHERE $Table->[1] = ?",
            Bind => [ \$At, \$At, \$TicketID ],
        ) or die;
    }
    of('DB')->Do( SQL => 'UPDATE article_data_mime SET incoming_time = ?, create_time = ?, change_time = ? WHERE article_id IN (SELECT id FROM article WHERE ticket_id = ?)',
        Bind => [ \$Moment, \$At, \$At, \$TicketID ] ) or die;
}
