# Fills a new tracker: four people, two queues and 14 tickets, some with an answer or a comment.
use strict;
use warnings;
use RT;

RT->LoadConfig();
RT->Init();

my $root = RT::User->new(RT->SystemUser);
$root->Load('root');
$root->SetPassword('demo1234');
$root->SetEmailAddress('root@acme.test');

my %people = (ben => 'Ben Baker', cleo => 'Cleo Carver', dora => 'Dora Dyer', emil => 'Emil Eckert');
for my $name (sort keys %people) {
    my $user = RT::User->new(RT->SystemUser);
    my ($id, $said) = $user->Create(
        Name => $name, RealName => $people{$name}, EmailAddress => "$name\@acme.test", Privileged => 1,
    );
    die $said unless $id;
    $user->PrincipalObj->GrantRight(Right => 'SuperUser', Object => RT->System) if $name =~ /ben|cleo/;
}

my %queues = (Facilities => 'Rooms, doors and heating', Network => 'Cables and access points');
for my $name (sort keys %queues) {
    my $queue = RT::Queue->new(RT->SystemUser);
    my ($id, $said) = $queue->Create(Name => $name, Description => $queues{$name});
    die $said unless $id;
}

my @tickets = (
    ['Facilities', 'Badge printer prints twice', 'ben', 'dora', 'open', 40, 'Each visitor gets two badges since Monday.'],
    ['Facilities', 'Heating in room 12 hums', 'cleo', 'emil', 'open', 60, 'It hums at night.'],
    ['General', 'Order more index cards', 'Nobody', 'dora', 'new', 10, 'Blue ones, please.'],
    ['Facilities', 'Door of the archive jams', 'root', 'emil', 'stalled', 80, 'One has to lift it.'],
    ['Facilities', 'Lamp in the lobby flickers', 'Nobody', 'dora', 'new', 20, 'Only in the evening.'],
    ['General', 'New shelves for the annex', 'ben', 'cleo', 'open', 30, 'Four of them would do.'],
    ['Network', 'Access point in the canteen is slow', 'root', 'emil', 'open', 70, 'Since the new ovens came.'],
    ['Network', 'Cable under desk 4 is loose', 'Nobody', 'ben', 'new', 50, 'One trips over it.'],
    ['General', 'Translate the visitor leaflet', 'cleo', 'dora', 'open', 20, 'Into Danish and Polish.'],
    ['Network', 'Scanner lost its address', 'root', 'cleo', 'new', 60, 'It shows four zeros.'],
    ['General', 'Key for the bicycle shed', 'Nobody', 'emil', 'new', 0, 'The old one broke off.'],
    ['Facilities', 'Blinds on the third floor', 'ben', 'dora', 'resolved', 10, 'Two of them do not close.'],
    ['Network', 'Printer queue is stuck', 'cleo', 'ben', 'rejected', 30, 'Nothing comes out.'],
    ['General', 'Coffee machine needs descaling', 'root', 'cleo', 'new', 15, 'A light blinks.'],
);
my @later = (
    [1, 'ben', 'Correspond', 'The driver was changed last week.'],
    [2, 'cleo', 'Comment', 'The valve is old.'],
    [4, 'root', 'Correspond', 'A hinge is bent.'],
    [7, 'cleo', 'Comment', 'Channel 6 is crowded.'],
);

sub by { my $user = RT::CurrentUser->new(RT->SystemUser); $user->Load($_[0]); return $user }

for my $one (@tickets) {
    my ($queue, $subject, $owner, $asks, $status, $priority, $words) = @$one;
    my $ticket = RT::Ticket->new(by('root'));
    my ($id, undef, $said) = $ticket->Create(
        Queue => $queue, Subject => $subject, Owner => $owner, Requestor => "$asks\@acme.test", Priority => $priority,
        MIMEObj => MIME::Entity->build(Subject => $subject, Type => 'text/plain', Data => [$words]),
    );
    die $said unless $id;
    $ticket->SetStatus($status) if $status ne 'new';
}
for my $one (@later) {
    my ($id, $who, $how, $words) = @$one;
    my $ticket = RT::Ticket->new(by($who));
    $ticket->Load($id);
    $ticket->$how(Content => $words);
}
