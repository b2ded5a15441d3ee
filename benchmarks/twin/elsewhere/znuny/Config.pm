# Settings of the help desk; where it lives comes from the environment.
package Kernel::Config;

use strict;
use warnings;
use utf8;

sub Load {
    my $Self = shift;

    $Self->{DatabaseHost}   = 'localhost';
    $Self->{Database}       = 'znuny';
    $Self->{DatabaseUser}   = 'root';
    $Self->{DatabasePw}     = '';
    $Self->{DatabaseDSN}    = "DBI:mysql:database=znuny;host=localhost;mysql_socket=$ENV{ZNUNY_SOCKET}";
    $Self->{Home}           = $ENV{ZNUNY_HOME};
    $Self->{SecureMode}     = 1;
    $Self->{FQDN}           = $ENV{ZNUNY_FQDN};
    $Self->{HttpType}       = $ENV{ZNUNY_SCHEME};
    $Self->{SystemID}       = 10;
    $Self->{Organization}   = 'Quay Office Supply';
    $Self->{AdminEmail}     = 'desk@quay.test';
    $Self->{CheckMXRecord}  = 0;
    $Self->{SendmailModule} = 'Kernel::System::Email::DoNotSendEmail';
    $Self->{LogModule}      = 'Kernel::System::Log::File';
    $Self->{'LogModule::LogFile'}   = "$ENV{ZNUNY_HOME}/var/log/znuny.log";
    $Self->{'Ticket::NumberGenerator'} = 'Kernel::System::Ticket::Number::AutoIncrement';
    $Self->{'SessionModule'} = 'Kernel::System::AuthSession::DB';
    # what asks other servers, and what a test without its daemon would be told on each page
    delete $Self->{DashboardBackend}->{'0442-RSS'};
    delete $Self->{'Frontend::NotifyModule'}->{'8000-Daemon-Check'};
    return 1;
}

use Kernel::Config::Defaults;
use parent qw(Kernel::Config::Defaults);

1;
