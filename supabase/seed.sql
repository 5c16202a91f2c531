-- Demonstration data: the same rows with the same ids every time. Numbers come from the 555-01xx ranges that
-- the North American Numbering Plan keeps for fiction, names of places and desks stand for people.

-- The trail starts with what people do after this, not with thousands of "created" entries.
create procedure pg_temp.trail(state text) language plpgsql as $$
declare
  traced regclass;
begin
  for traced in select tgrelid from pg_trigger where tgname = 'audit' loop
    execute format('alter table %s %s trigger audit', traced, state);
  end loop;
end
$$;
call pg_temp.trail('disable');

create function pg_temp.seed_id(kind text, n integer) returns uuid
language sql immutable as $$
  select overlay(overlay(md5('seed ' || kind || ' ' || n) placing '4' from 13) placing '8' from 17)::uuid
$$;

-- A moment of the demonstration, moved so that 2026-03-18 is today.
create function pg_temp.lately(at timestamptz) returns timestamptz
language sql stable as $$ select at + make_interval(days => private.business_today() - date '2026-03-18') $$;

-- The demo accounts exist only on the embedded backend; elsewhere no row is found and none is added.
insert into public.members (id, user_id, user_role, full_name, email, status)
select pg_temp.seed_id('member', m.n), u.id, m.role, m.full_name, u.email, m.status
from (values
  (1, '00000000-0000-4000-8000-000000000001'::uuid, 'superadmin', 'Operations lead', 'active'),
  (2, '00000000-0000-4000-8000-000000000002'::uuid, 'admin', 'Office administrator', 'active'),
  (3, '00000000-0000-4000-8000-000000000003'::uuid, 'tech', 'Field technician', 'active'),
  (4, '00000000-0000-4000-8000-000000000004'::uuid, 'admin', 'Former administrator', 'disabled')
) m (n, user_id, role, full_name, status)
join auth.users u on u.id = m.user_id;

insert into public.company_profiles (id, name, address, phone, email, tax_id, time_zone, payment_instructions)
values (pg_temp.seed_id('company profile', 1), 'Trunkline Voice', E'100 Exchange Street\nPortland, ME 04101', '(207) 555-0100',
  'billing@trunkline.example', '01-0000000', 'America/New_York',
  E'By ACH to First Example Bank, account ending in 0100, or by check to the address above.\nPlease name the invoice''s number.');

create temporary table seed_companies (n integer primary key, name text, area text, time_zone text);
insert into seed_companies values
  (1, 'Harbor Lane Dental', '207', 'America/New_York'),
  (2, 'Bluestem Veterinary Clinic', '316', 'America/Chicago'),
  (3, 'Cedar Ridge Logistics', '208', 'America/Boise'),
  (4, 'Prairie Wind Insurance', '402', 'America/Chicago'),
  (5, 'Oakmont Property Group', '412', 'America/New_York'),
  (6, 'Silver Creek Title', '303', 'America/Denver'),
  (7, 'Lantern Street Books', '503', 'America/Los_Angeles'),
  (8, 'Granite Peak Outfitters', '406', 'America/Denver'),
  (9, 'Maple Hollow Senior Living', '802', 'America/New_York'),
  (10, 'Tidewater Freight Brokers', '757', 'America/New_York'),
  (11, 'Copper Basin Mining Supply', '928', 'America/Phoenix'),
  (12, 'Northgate Physical Therapy', '206', 'America/Los_Angeles'),
  (13, 'Juniper & Main Law', '505', 'America/Denver'),
  (14, 'Riverbend Community Bank', '563', 'America/Chicago'),
  (15, 'Sunfield Charter School', '559', 'America/Los_Angeles'),
  (16, 'Ironwood Auto Glass', '602', 'America/Phoenix'),
  (17, 'Pelican Bay Charters', '941', 'America/New_York'),
  (18, 'Whitetail Equipment Rental', '715', 'America/Chicago'),
  (19, 'Quarry Hill Pediatrics', '507', 'America/Chicago'),
  (20, 'Fairhaven Credit Union', '508', 'America/New_York'),
  (21, 'Redwood Coast Realty', '707', 'America/Los_Angeles'),
  (22, 'Starling Travel Partners', '615', 'America/Chicago'),
  (23, 'Glacier Point Heating', '907', 'America/Anchorage'),
  (24, 'Palmetto Eye Associates', '843', 'America/New_York'),
  (25, 'Kona Sky Tours', '808', 'Pacific/Honolulu'),
  (26, 'Summit Trail Roofing', '801', 'America/Denver'),
  (27, 'Wheatland Grain Cooperative', '620', 'America/Chicago'),
  (28, 'Anchor & Oar Brewing', '603', 'America/New_York'),
  (29, 'Bayside Orthopedics', '850', 'America/Chicago'),
  (30, 'Elm Street Accounting', '614', 'America/New_York'),
  (31, 'Foxglove Floral Supply', '971', 'America/Los_Angeles'),
  (32, 'Hightower Staffing', '214', 'America/Chicago'),
  (33, 'Meadowlark Foods', '605', 'America/Chicago'),
  (34, 'Old Mill Furniture', '336', 'America/New_York'),
  (35, 'Pinecrest Animal Shelter', '828', 'America/New_York'),
  (36, 'Sandpiper Hotels', '910', 'America/New_York'),
  (37, 'Thornbury Engineering', '585', 'America/New_York'),
  (38, 'Union Square Opticians', '415', 'America/Los_Angeles'),
  (39, 'Vista Verde Landscaping', '760', 'America/Los_Angeles'),
  (40, 'Westbrook Dialysis Center', '860', 'America/New_York');

create function pg_temp.code(name text) returns text
language sql immutable as $$ select left(btrim(regexp_replace(lower(name), '[^a-z0-9]+', '-', 'g'), '-'), 32) $$;

-- It would note the moment of the load.
alter table public.tenants disable trigger stamp_suspension;
insert into public.tenants (id, domain, time_zone, status, suspended_at, suspension_reason, extension_limit, created_at)
select pg_temp.seed_id('tenant', n), pg_temp.code(name) || '.pbx.example', time_zone,
  case when n in (11, 22) then 'suspended' else 'active' end,
  case when n in (11, 22) then pg_temp.lately('2026-03-03 16:00:00+00') end,
  case n when 11 then 'Two invoices overdue' when 22 then 'At the customer''s request' else '' end,
  10 + 5 * (n % 5),
  pg_temp.lately('2025-01-06 15:00:00+00') + make_interval(days => n * 9)
from seed_companies where n <= 25;
alter table public.tenants enable trigger stamp_suspension;

insert into public.companies (id, name, type, status, domain_uuid, tenant_code, website, phone, owner_id, created_at)
select pg_temp.seed_id('company', n), name,
  case when n <= 25 then 'tenant' else 'company' end,
  case when n in (11, 22) then 'suspended' when n <= 28 then 'active' when n = 40 then 'closed' else 'prospect' end,
  case when n <= 25 then pg_temp.seed_id('tenant', n) end,
  case when n <= 25 then pg_temp.code(name) end,
  pg_temp.code(name) || '.example',
  '+1' || area || '5550100',
  (select m.id from public.members m where m.id = pg_temp.seed_id('member', 1 + n % 2)),
  pg_temp.lately('2025-01-06 14:00:00+00') + make_interval(days => n * 9)
from seed_companies;

insert into public.contacts (id, company_id, name, role, email, phone)
select pg_temp.seed_id('contact', c.n * 10 + k.n), pg_temp.seed_id('company', c.n), k.name, k.role,
  k.mailbox || '@' || pg_temp.code(c.name) || '.example', '+1' || c.area || '55501' || lpad((c.n % 40 + k.n)::text, 2, '0')
from seed_companies c,
  (values (1, 'Front office', 'Main contact', 'office'), (2, 'Accounts payable', 'Billing', 'billing')) k (n, name, role, mailbox)
where k.n = 1 or c.n <= 28;

insert into public.services (id, name, description, one_off_price, monthly_price)
select pg_temp.seed_id('service', n), name, description, one_off, monthly
from (values
  (1, 'Hosted seat', 'One extension with voicemail and a softphone', 0, 22.00),
  (2, 'Contact-center seat', 'Queue agent with statistics', 0, 48.00),
  (3, 'Local number', 'One DID in any rate center we serve', 0, 1.50),
  (4, 'Toll-free number', 'One toll-free DID', 0, 3.00),
  (5, 'Number port', 'Port of one number from another carrier', 12.00, 0),
  (6, 'E911 registration', 'One registered address', 0, 2.00),
  (7, 'Call recording', 'Recording for one seat, 90 days kept', 0, 6.00),
  (8, 'Fax line', 'One number with fax to mail', 0, 9.00),
  (9, 'Desk phone rental', 'Phone with replacement on failure', 0, 5.50),
  (10, 'On-site installation', 'A technician for half a day', 350.00, 0),
  (11, 'Analog gateway', 'Two-port gateway for doors and paging', 95.00, 0),
  (12, 'SIP trunk channel', 'One concurrent call', 0, 18.00)
) s (n, name, description, one_off, monthly);

insert into public.opportunities (
  id, name, company_id, status, amount, probability, close_date, lost_reason, owner_id, created_at, closed_at)
select pg_temp.seed_id('opportunity', o.n),
  (array['New phone system', 'Second location', 'Number port', 'Contact-center pilot', 'Renewal', 'Fax replacement'])[1 + o.n % 6]
    || ' – ' || c.name,
  pg_temp.seed_id('company', c.n),
  stage.status,
  400 + 275 * ((o.n * 13) % 29),
  stage.probability,
  case when stage.closed then pg_temp.lately('2026-03-16') - make_interval(days => 2 * (o.n - 24))
    else pg_temp.lately('2026-02-01') + make_interval(days => (o.n * 11) % 240) end::date,
  case when stage.status = 'lost' then 'Stayed with the current provider' end,
  (select m.id from public.members m where m.id = pg_temp.seed_id('member', 1 + o.n % 2)),
  pg_temp.lately('2026-01-05 16:00:00+00') + make_interval(days => o.n, hours => o.n % 7),
  case when stage.closed then pg_temp.lately('2026-03-16 16:00:00+00') - make_interval(days => 2 * (o.n - 24)) end
from generate_series(1, 30) o (n)
join seed_companies c on c.n = 1 + (o.n * 17 + 9) % 40
cross join lateral (
  select case when o.n <= 12 then 'lead' when o.n <= 17 then 'qualified' when o.n <= 21 then 'proposal'
      when o.n <= 24 then 'negotiation' when o.n <= 28 then 'won' else 'lost' end as status,
    case when o.n <= 12 then 10 when o.n <= 17 then 25 when o.n <= 21 then 50
      when o.n <= 24 then 70 when o.n <= 28 then 100 else 0 end as probability,
    o.n > 24 as closed
) stage;

update public.opportunities o set contact_id = k.id
from public.contacts k where k.company_id = o.company_id and k.role = 'Main contact';

insert into public.opportunity_items (id, opportunity_id, position, service_id, quantity, one_off_price, monthly_price)
select pg_temp.seed_id('opportunity_item', o.n * 10 + i.n), pg_temp.seed_id('opportunity', o.n), i.n, s.id,
  case i.n when 3 then 1 else 4 + o.n % 9 end, s.one_off_price, s.monthly_price
from generate_series(1, 30) o (n)
cross join (values (1, 1), (2, 9), (3, 10)) i (n, service)
join public.services s on s.id = pg_temp.seed_id('service', i.service);

insert into public.notes (id, opportunity_id, body, author_name, created_at)
select pg_temp.seed_id('note', o.n), pg_temp.seed_id('opportunity', o.n),
  (array['Called back; wants a quote for the whole office.', 'Current contract ends in the spring.',
    'Needs two lines at the front desk and paging in the warehouse.'])[1 + o.n % 3],
  'Demo Admin', pg_temp.lately('2026-01-06 15:30:00+00') + make_interval(days => o.n)
from generate_series(1, 30) o (n);

insert into public.notes (id, company_id, body, author_name, created_at)
select pg_temp.seed_id('company note', c.n), pg_temp.seed_id('company', c.n),
  'Prefers to be called before ten. Invoices go to the bookkeeper.', 'Demo Admin',
  pg_temp.lately('2026-03-09 14:10:00+00') + make_interval(days => c.n)
from seed_companies c where c.n <= 6;

insert into public.tasks (id, company_id, opportunity_id, name, assignee_id, due_on, author_name, created_at)
select pg_temp.seed_id('task', k.n), case k.about when 'company' then pg_temp.seed_id('company', k.which) end,
  case k.about when 'opportunity' then pg_temp.seed_id('opportunity', k.which) end, k.name,
  (select m.id from public.members m where m.id = pg_temp.seed_id('member', k.who)), private.business_today() + k.days, 'Demo Admin',
  pg_temp.lately('2026-03-14 15:00:00+00')
from (values
  (1, 'company', 2, 'Call about the overdue invoice', 2, -1),
  (2, 'company', 1, 'Send the new price list', 2, 2),
  (3, 'opportunity', 3, 'Ask for the last bill of the other carrier', 2, 0),
  (4, 'opportunity', 14, 'Show the call reports', 1, 4),
  (5, 'company', 1, 'Agree on a day for the new phones', 1, 1)
) k (n, about, which, name, who, days);

insert into public.extensions (id, tenant_id, extension, effective_caller_id_name, voicemail_enabled, enabled, created_at)
select pg_temp.seed_id('extension', c.n * 100 + k), pg_temp.seed_id('tenant', c.n), (1000 + k)::text,
  (array['Reception', 'Front desk', 'Scheduling', 'Billing office', 'Back office', 'Break room', 'Warehouse', 'Shipping',
    'Conference room A', 'Conference room B', 'Manager''s office', 'Sales desk 1', 'Sales desk 2', 'Support desk 1',
    'Support desk 2', 'Lobby phone', 'Server room', 'Workshop', 'Kitchen', 'Night desk', 'Training room', 'Door phone',
    'Paging', 'Overflow'])[k],
  k % 5 <> 1 or k = 1, k % 11 <> 0, pg_temp.lately('2025-01-07 15:00:00+00') + make_interval(days => c.n * 9, hours => k)
from seed_companies c, generate_series(1, 24) k
where c.n <= 25 and k <= 6 + (c.n * 7) % 19 and k <= 10 + 5 * (c.n % 5);

insert into public.gateways (id, name, description, host, transport, register, username, caller_id_header, number_format, codecs, channels,
  trusted_addresses, may_carry_emergency)
select pg_temp.seed_id('gateway', v.n), v.name, v.description, v.host, v.transport, v.username <> '', v.username, v.header, v.format,
  v.codecs::text[], v.channels, v.trusted::text[], v.emergency
from (values
  (1, 'carrier-east', 'Most calls', 'sip.carrier-east.example', 'udp', '', 'p-asserted-identity', 'e164', '{PCMU,G722}', 200, '{192.0.2.0/28}', true),
  (2, 'carrier-west', 'When the first does not answer', 'sip.carrier-west.example', 'udp', '', 'p-asserted-identity', 'e164', null, 100, '{198.51.100.16/28}', true),
  (3, 'carrier-south', 'The last resort', 'sip.carrier-south.example', 'tcp', 'trunk-4711', 'remote-party-id', 'national_with_1', '{PCMU}', 30, '{203.0.113.5}', true),
  (4, 'carrier-911', 'Emergency calls alone', 'sip.carrier-911.example', 'tls', '', 'p-asserted-identity', 'e164', '{PCMU}', null, '{203.0.113.64/29}', true),
  (5, 'branch-office', 'The old paging system', '198.51.100.99', 'udp', '', 'none', 'national', '{PCMU}', 4, '{198.51.100.99}', false)
) v (n, name, description, host, transport, username, header, format, codecs, channels, trusted, emergency);

insert into public.dids (id, tenant_id, number, description, status, enabled)
select pg_temp.seed_id('did', c.n * 100 + k), pg_temp.seed_id('tenant', c.n), '+1' || c.area || '55501' || lpad((k * 7)::text, 2, '0'),
  (array['Main line', 'Direct line', 'Fax', 'After hours', 'Billing', 'Support', 'Scheduling', 'Second location'])[k],
  'assigned', k <> 7 or c.n > 6
from seed_companies c, generate_series(1, 8) k
where c.n <= 25 and k <= 3 + c.n % 6;

insert into public.emergency_addresses (id, tenant_id, label, street, unit, city, state, postal_code, validated_at)
select pg_temp.seed_id('emergency address', c.n), pg_temp.seed_id('tenant', c.n), 'Main office', (10 + c.n * 3) || ' Market Street',
  case when c.n % 2 = 0 then 'Suite ' || c.n else '' end, 'Springfield', 'IL', '62701',
  case when c.n % 3 <> 0 then pg_temp.lately('2026-02-02 09:00:00+00') end
from seed_companies c where c.n <= 25;

-- Every main line has been registered for 911 and confirmed, and so have two direct lines.
update public.dids d set e911_state = 'submitted', emergency_address_id = pg_temp.seed_id('emergency address', c.n),
  e911_submitted_at = pg_temp.lately('2026-02-02 14:00:00+00'), e911_submitted_by = 'Field technician'
from seed_companies c where c.n <= 25 and d.id in (pg_temp.seed_id('did', c.n * 100 + 1), pg_temp.seed_id('did', 302), pg_temp.seed_id('did', 702))
  and d.tenant_id = pg_temp.seed_id('tenant', c.n);
update public.dids d set e911_state = 'confirmed', e911_reference = 'E-' || (48000 + c.n),
  e911_answered_at = pg_temp.lately('2026-02-03 09:30:00+00'), e911_answered_by = 'Field technician'
from seed_companies c where d.e911_state = 'submitted' and d.tenant_id = pg_temp.seed_id('tenant', c.n);

-- The configuration check finds little, as it should: Harbor Lane Dental shows whatever can go wrong, three tenants have errors that
-- teach something, a few have a warning, and the others none. All send the tenant's E911 number and say where they stand, but a few
-- of them.
update public.extensions e set
  outbound_did_id = case when k.n % 4 = 2 then pg_temp.seed_id('did', c.n * 100 + 2) end,
  emergency_did_id = case when c.n = 3 and k.n = 2 or c.n = 7 and k.n = 3 then pg_temp.seed_id('did', c.n * 100 + 2)
    when c.n > 1 or k.n % 9 <> 4 then pg_temp.seed_id('did', c.n * 100 + 1) end,
  location = case when c.n = 1 and k.n % 7 = 5 or c.n in (4, 13) and k.n = 5 then '' when k.n % 3 = 0 then 'Second floor' else 'Ground floor' end,
  voicemail_email = case when e.voicemail_enabled and k.n % 3 = 1
    then 'ext' || e.extension || '@' || pg_temp.code(c.name) || '.example' end,
  recording = case when k.n % 8 = 4 then 'all' when k.n % 8 = 6 then 'inbound' else 'none' end,
  do_not_disturb = k.n % 10 = 9 and c.n not between 3 and 12,
  suspended = k.n = 6 and c.n % 5 = 2,
  forward_busy_enabled = k.n % 6 = 2,
  forward_busy_destination_id = case when k.n % 6 = 2 then pg_temp.seed_id('extension', c.n * 100 + 1) end,
  forward_all_enabled = k.n = 7,
  forward_all_destination_id = case when k.n = 7 then pg_temp.seed_id('extension', c.n * 100 + 2) end,
  follow_me_enabled = k.n = 3
from seed_companies c, generate_series(1, 24) k (n)
where e.id = pg_temp.seed_id('extension', c.n * 100 + k.n);

-- The direct lines are being registered at another address since, and one was rejected there.
update public.dids d set e911_state = 'submitted', e911_reference = '', e911_submitted_at = pg_temp.lately('2026-03-17 15:00:00+00'),
  e911_submitted_by = 'Field technician'
where d.id in (pg_temp.seed_id('did', 302), pg_temp.seed_id('did', 702));
update public.dids d set e911_state = 'rejected', e911_reason = 'The street is not in the carrier''s address list.',
  e911_answered_at = pg_temp.lately('2026-03-17 16:00:00+00'), e911_answered_by = 'Field technician'
where d.id = pg_temp.seed_id('did', 702);

insert into public.extension_follow_me (id, tenant_id, extension_id, position, target_destination_id, delay, timeout)
select pg_temp.seed_id('follow me', c.n * 10 + f.position), pg_temp.seed_id('tenant', c.n),
  pg_temp.seed_id('extension', c.n * 100 + 3), f.position, pg_temp.seed_id('extension', c.n * 100 + f.target), f.delay, 20
from seed_companies c, (values (1, 1, 0), (2, 2, 10)) f (position, target, delay)
where c.n <= 25;

insert into public.tenant_settings (id, tenant_id, area_code, outbound_did_id, extension_low, extension_high, recording_retention_days,
  emergency_notification_emails)
select pg_temp.seed_id('tenant', c.n), pg_temp.seed_id('tenant', c.n), case when c.n % 3 <> 0 then c.area end,
  case when c.n <> 9 then pg_temp.seed_id('did', c.n * 100 + 1) end, case when c.n % 3 <> 0 then 1000 end,
  case when c.n % 3 <> 0 then 1999 end, case when c.n % 3 = 1 then 365 end,
  case when c.n > 1 then array['office@' || pg_temp.code(c.name) || '.example'] end
from seed_companies c where c.n <= 25;

insert into public.portal_users (id, tenant_id, name, email, role, enabled, invited_at)
select pg_temp.seed_id('portal user', c.n * 10 + u.n), pg_temp.seed_id('tenant', c.n), u.name,
  u.mailbox || '@' || pg_temp.code(c.name) || '.example', u.role, u.n <> 4,
  case when u.n = 2 then pg_temp.lately('2026-02-03 09:00:00+00') end
from seed_companies c, (values (1, 'Reception', 'reception', 'user'), (2, 'Office manager', 'manager', 'tenant_admin'),
  (3, 'Support desk', 'support', 'agent'), (4, 'Former workshop', 'workshop', 'user')) u (n, name, mailbox, role)
where c.n <= 25;

insert into public.portal_user_extensions (id, tenant_id, portal_user_id, extension_id)
select pg_temp.seed_id('portal user extension', c.n * 10 + l.n), pg_temp.seed_id('tenant', c.n),
  pg_temp.seed_id('portal user', c.n * 10 + l.who), pg_temp.seed_id('extension', c.n * 100 + l.which)
from seed_companies c, (values (1, 1, 1), (2, 1, 2), (3, 2, 4)) l (n, who, which)
where c.n <= 25;

insert into public.dids (id, number, description, status)
select pg_temp.seed_id('did', 9000 + n), '+1' || (array['207', '316', '412', '503', '615'])[1 + n % 5] || '55501' || (70 + n),
  '', case when n <= 9 then 'available' when n <= 11 then 'porting_in' else 'aging' end
from generate_series(1, 12) n;

update public.dids d set carrier = (array['Bandwidth', 'Inteliquent', 'Telnyx'])[1 + k.n % 3], gateway_id = pg_temp.seed_id('gateway', 1 + k.n::integer % 3),
  tags = case when k.n % 17 = 1 then array['main'] else '{}' end
from (select id, row_number() over (order by number) as n from public.dids) k where k.id = d.id;
update public.did_costs c set monthly_cost = (array[0.35, 0.5, 1.0])[1 + k.n % 3]
from (select id, row_number() over (order by number) as n from public.dids) k where k.id = c.id;
update public.dids set aging_until = pg_temp.lately('2026-12-31')::date where status = 'aging';

-- Two numbers on their way here; what the steps of an order do to numbers is done above.
alter table public.port_orders disable trigger set_state;
alter table public.port_order_numbers disable trigger guard;
insert into public.port_orders (id, name, state, for_tenant_id, losing_carrier, carrier, foc_date, exception_reason, account_number,
  billing_number, service_address, authorized_person, wished_on, created_at)
select pg_temp.seed_id('port order', o.n), o.name, o.state, pg_temp.seed_id('tenant', o.n), 'Verizon', 'Bandwidth', o.foc_date, o.reason,
  o.account, '+1' || c.area || '5550100', (10 + c.n * 3) || E' Market Street\nSpringfield, IL 62701', 'Office manager',
  pg_temp.lately('2026-03-16')::date, pg_temp.lately('2026-02-23 15:00:00+00')
from (values (1, 'Main numbers of the second location', 'foc_confirmed', pg_temp.lately('2026-03-16')::date, '', '7741-20'),
  (2, 'Fax number', 'exception', null, 'The account number does not match the bill.', '88-1063')) o (n, name, state, foc_date, reason, account)
join seed_companies c on c.n = o.n;
insert into public.port_order_numbers (id, port_order_id, number)
select pg_temp.seed_id('port order number', o.n), pg_temp.seed_id('port order', o.n), d.number
from generate_series(1, 2) o (n) join public.dids d on d.id = pg_temp.seed_id('did', 9009 + o.n);
insert into public.number_coverage (id, prefix, carrier, rate_center, state, line_type, portable, fast_port)
select pg_temp.seed_id('coverage', v.n), v.prefix, 'Bandwidth', v.rate_center, v.state, 'fixed line', v.portable, v.fast
from (values (1, '207555', 'Portland', 'ME', true, true), (2, '316555', 'Wichita', 'KS', true, false),
  (3, '412555', 'Pittsburgh', 'PA', true, true), (4, '503555', 'Portland', 'OR', false, false),
  (5, '615555', 'Nashville', 'TN', true, false)) v (n, prefix, rate_center, state, portable, fast);
alter table public.port_orders enable trigger set_state;
alter table public.port_order_numbers enable trigger guard;

insert into public.device_profiles (id, tenant_id, name, vendor, model, description)
select pg_temp.seed_id('device profile', c.n * 10 + p.n), pg_temp.seed_id('tenant', c.n), p.name, p.vendor, p.model, p.description
from seed_companies c,
  (values (1, 'Yealink desk phones', 'Yealink', 'T54W', 'Neighbors and two parking spaces beside the screen'),
    (2, 'Polycom desk phones', 'Polycom', 'VVX 450', 'Neighbors beside the screen'),
    (3, 'Grandstream desk phones', 'Grandstream', 'GRP2614', 'Neighbors on the labeled keys'),
    (4, 'Conference rooms', 'Yealink', 'T46U', 'No keys but the line')) p (n, name, vendor, model, description)
where c.n <= 8;

insert into public.device_profile_keys (id, tenant_id, profile_id, category, position, type, destination_id, value, label)
select pg_temp.seed_id('device profile key', c.n * 1000 + k.profile * 100 + k.n), pg_temp.seed_id('tenant', c.n),
  pg_temp.seed_id('device profile', c.n * 10 + k.profile), k.category, k.position, k.type,
  case when k.extension > 0 then pg_temp.seed_id('extension', c.n * 100 + k.extension) end, k.value, k.label
from seed_companies c,
  (values (1, 1, 'line', 2, 'blf', 2, '', 'Front desk'), (1, 2, 'line', 3, 'blf', 3, '', 'Scheduling'),
    (1, 3, 'line', 4, 'blf', 4, '', 'Billing'), (1, 4, 'line', 6, 'park', 0, '5901', 'Park 1'), (1, 5, 'line', 7, 'park', 0, '5902', 'Park 2'),
    (1, 6, 'line', 9, 'speed_dial', 0, '*97', 'Voicemail'), (1, 7, 'expansion', 1, 'blf', 5, '', 'Back office'),
    (2, 1, 'line', 2, 'blf', 2, '', 'Front desk'), (2, 2, 'line', 3, 'transfer', 1, '', 'To reception'),
    (3, 1, 'memory', 1, 'blf', 2, '', 'Front desk'), (3, 2, 'memory', 2, 'blf', 3, '', 'Scheduling'),
    (3, 3, 'memory', 3, 'speed_dial', 0, '*97', 'Voicemail')) k (profile, n, category, position, type, extension, value, label)
where c.n <= 8;

insert into public.device_profile_settings (id, tenant_id, profile_id, name, value)
select pg_temp.seed_id('device profile setting', c.n * 100 + s.n), pg_temp.seed_id('tenant', c.n),
  pg_temp.seed_id('device profile', c.n * 10 + s.profile), s.name, s.value
from seed_companies c,
  (values (1, 1, 'features.dnd.enable', '0'), (2, 1, 'phone_setting.backlight_time', '120'), (3, 2, 'up.backlight.timeout', '5'),
    (4, 3, 'P1339', '1')) s (n, profile, name, value)
where c.n <= 8;

insert into public.devices (id, tenant_id, mac, label, vendor, model, location, last_provisioned_at, profile_id)
select pg_temp.seed_id('device', c.n * 100 + k), pg_temp.seed_id('tenant', c.n),
  vendor.prefix || ':' || upper(to_hex(16 + c.n)) || ':' || upper(lpad(to_hex(k * 9), 2, '0')) || ':' || upper(lpad(to_hex((c.n * 31 + k * 7) % 256), 2, '0')),
  e.effective_caller_id_name, vendor.name, vendor.model,
  case when k % 3 = 0 then 'Second floor' else 'Ground floor' end,
  case when k % 6 <> 5 then pg_temp.lately('2026-02-02 08:00:00+00') + make_interval(mins => c.n * 37 + k * 3) end,
  case when c.n <= 8 then pg_temp.seed_id('device profile', c.n * 10 + 1 + vendor.n % 3) end
from seed_companies c
cross join generate_series(1, 24) k
join public.extensions e on e.id = pg_temp.seed_id('extension', c.n * 100 + k)
join (values
  (0, '80:5E:C0', 'Yealink', 'T54W'), (1, '64:16:7F', 'Polycom', 'VVX 450'), (2, '00:0B:82', 'Grandstream', 'GRP2614'),
  (3, '80:5E:C0', 'Yealink', 'T46U')
) vendor (n, prefix, name, model) on vendor.n = (c.n + k / 8) % 4
where k % 4 <> 3 or c.n > 8;

insert into public.device_lines (id, tenant_id, device_id, line, extension_id, transport)
select pg_temp.seed_id('device line', c.n * 100 + k), d.tenant_id, d.id, 1, pg_temp.seed_id('extension', c.n * 100 + k),
  case when d.vendor = 'Grandstream' then 'udp' else 'tls' end
from seed_companies c
cross join generate_series(1, 24) k
join public.devices d on d.id = pg_temp.seed_id('device', c.n * 100 + k);

insert into public.provisioning_log (id, tenant_id, device_id, requested_at, address, agent, file, status, bytes)
select pg_temp.seed_id('provisioning', c.n * 1000 + k * 10 + r.n), d.tenant_id, d.id, d.last_provisioned_at - make_interval(mins => r.n),
  '198.51.100.' || c.n, case d.vendor when 'Yealink' then 'Yealink SIP-' || d.model || ' 96.86.0.70'
    when 'Polycom' then 'FileTransport PolycomVVX-VVX_450-UA/6.4.6' else 'Grandstream Model HW GRP2614 SW 1.0.11.68' end,
  case when d.vendor = 'Grandstream' then 'cfg' else '' end || lower(replace(d.mac, ':', ''))
    || case d.vendor when 'Grandstream' then '.xml' when 'Polycom' then '-registration.cfg' else '.cfg' end,
  r.status, case when r.status = 200 then 2900 + k * 7 else 0 end
from seed_companies c
cross join generate_series(1, 24) k
join public.devices d on d.id = pg_temp.seed_id('device', c.n * 100 + k) and d.last_provisioned_at is not null
cross join (values (0, 200), (4, 401)) r (n, status)
where c.n <= 8 and (r.status = 200 or k % 5 = 1);

insert into public.inventory (id, name, asset_tag, model, serial, mac, status, company_id, location, purchased_on, purchase_cost, warranty_months)
select pg_temp.seed_id('inventory', i.n), item.vendor || ' ' || item.model, 'A-' || lpad(i.n::text, 5, '0'), item.model,
  item.serial || lpad((i.n * 7919)::text, 7, '0'),
  item.prefix || ':E0:' || upper(lpad(to_hex(i.n), 2, '0')) || ':' || upper(lpad(to_hex((i.n * 53) % 256), 2, '0')),
  case when i.n <= 34 then 'in_stock' when i.n <= 38 then 'reserved' when i.n <= 41 then 'staged' when i.n <= 43 then 'shipped'
    when i.n <= 46 then 'rma' else 'retired' end,
  case when i.n between 35 and 43 then pg_temp.seed_id('company', 1 + i.n % 25) end,
  case when i.n % 4 = 0 then 'Van 2' when i.n <= 43 then 'Main store, shelf ' || (1 + i.n % 6) else 'Returns cage' end,
  pg_temp.lately('2025-09-01')::date + i.n * 3, item.cost, 24
from generate_series(1, 48) i (n)
join (values
  (0, 'Yealink', 'T54W', '80:5E:C0', 'YL54', 149.00), (1, 'Yealink', 'T46U', '80:5E:C0', 'YL46', 129.00),
  (2, 'Polycom', 'VVX 450', '64:16:7F', 'PV45', 165.00), (3, 'Grandstream', 'GRP2614', '00:0B:82', 'GS26', 98.00),
  (4, 'Grandstream', 'HT812', '00:0B:82', 'GH81', 45.00)
) item (n, vendor, model, prefix, serial, cost) on item.n = i.n % 5;

insert into public.stock_minimums (id, model, minimum)
select pg_temp.seed_id('stock minimum', m.n), m.model, m.minimum from (values (1, 'T54W', 10), (2, 'VVX 450', 5)) m (n, model, minimum);

-- Recordings (k 1 to 4 of every tenant, and a menu's of some). The embedded backend makes a tone of that length and loudness for each.
create temporary table seed_recordings as
select pg_temp.seed_id('recording', c.n * 10 + k) as id, pg_temp.seed_id('recording file', c.n * 10 + k) as file_id,
  pg_temp.seed_id('tenant', c.n) as tenant_id,
  pg_temp.seed_id('tenant', c.n) || '/' || pg_temp.seed_id('recording object', c.n * 10 + k) || '.wav' as path,
  (array['Main greeting', 'After hours', 'Holiday closing', 'Hold message', 'Billing menu'])[k] as name,
  (array['Welcomes callers and reads the menu', 'We are closed, office hours and the emergency number', '', 'Thanks for waiting',
    'Reads the choices for billing and scheduling'])[k] as description,
  1800 + (c.n * 7 + k * 13) % 30 * 100 as duration_ms,
  array(select (18 + 30 * abs(sin(i * 0.37 + k)) + 46 * abs(sin(i * 0.09 + c.n)))::smallint from generate_series(1, 200) i) as peaks
from seed_companies c, generate_series(1, 5) k
where c.n <= 25 and (k < 5 or c.n between 3 and 6);

insert into storage.objects (id, bucket_id, name, version, metadata)
select file_id, 'recordings', path, file_id::text,
  jsonb_build_object('mimetype', 'audio/wav', 'size', 44 + duration_ms * 16, 'cacheControl', 'max-age=3600')
from seed_recordings;
insert into private.recording_files (id, tenant_id, path, format, duration_ms, size_bytes, peaks)
select file_id, tenant_id, path, 'wav', duration_ms, 44 + duration_ms * 16, peaks from seed_recordings;
insert into public.recordings (id, tenant_id, name, file, file_id, description)
select id, tenant_id, name, pg_temp.code(name) || '.wav', file_id, description from seed_recordings;
insert into public.ivr_menus (id, tenant_id, name, number, timeout_ms, digit_length, direct_dial, exit_destination_id,
  greet_long_recording_id, description)
select pg_temp.seed_id('ivr menu', t.n * 10 + m.n), pg_temp.seed_id('tenant', t.n), m.name, m.number, m.timeout_ms,
  m.digit_length, m.direct_dial,
  case when m.n = 1 then private.derived_id('voicemail ' || pg_temp.seed_id('extension', t.n * 100 + 1))
    when t.n > 1 then pg_temp.seed_id('extension', t.n * 100 + 4) end,
  case when m.n = 1 then pg_temp.seed_id('recording', t.n * 10 + 1)
    when t.n > 2 then pg_temp.seed_id('recording', t.n * 10 + 5) end, m.description
from generate_series(1, 6) t (n),
  (values (1, 'Main menu', '5100', 5000, 4, true, 'What callers hear first'),
    (2, 'Billing and scheduling', '5101', 3000, 1, false, ''),
    (3, 'Old announcement', '5102', 3000, 1, false, 'Nothing but an announcement')) m (n, name, number, timeout_ms, digit_length, direct_dial, description)
where m.n <= 2 or t.n = 1;

insert into public.ivr_menu_options (id, tenant_id, ivr_menu_id, position, digits, destination_id, description, enabled)
select pg_temp.seed_id('ivr menu option', t.n * 100 + o.menu * 10 + o.position), pg_temp.seed_id('tenant', t.n),
  pg_temp.seed_id('ivr menu', t.n * 10 + o.menu), o.position, o.digits,
  case when o.to_menu is not null then pg_temp.seed_id('ivr menu', t.n * 10 + o.to_menu)
    else pg_temp.seed_id('extension', t.n * 100 + o.to_desk) end, o.description, o.enabled
from generate_series(1, 6) t (n),
  (values (1, 0, '1', null, 2, 'Appointments', true), (1, 1, '2', 2, null, 'Billing and scheduling', true),
    (1, 2, '3', null, 4, 'Billing office', false), (1, 3, '9', 1, null, 'Hear this again', true),
    (1, 4, '0', null, 1, 'Reception', true), (2, 0, '1', null, 4, 'Billing office', true),
    (2, 1, '2', null, 3, 'Scheduling', true), (2, 2, '*', 1, null, 'Back', true), (3, 0, '1', 3, null, 'Hear this again', true)
  ) o (menu, position, digits, to_menu, to_desk, description, enabled)
where o.menu <= 2 or t.n = 1;
-- Their checks wait for the end otherwise, and a table with checks to come cannot be altered.
set constraints all immediate;

insert into public.time_conditions (id, tenant_id, name, number, time_zone, otherwise_destination_id, description)
select pg_temp.seed_id('time condition', c.n * 10 + k.n), pg_temp.seed_id('tenant', c.n), k.name, k.number, k.time_zone,
  private.derived_id('voicemail ' || pg_temp.seed_id('extension', c.n * 100 + 1)), k.description
from seed_companies c,
  (values (1, 'Office hours', '5000', null, 'What callers to the main line meet'),
    (2, 'Night desk', '5001', null, ''),
    (3, 'Overseas partner', '5002', 'Australia/Lord_Howe', 'Only while their office is open')) k (n, name, number, time_zone, description)
where c.n <= 6 and k.n <= 1 + c.n % 3;

insert into public.time_condition_rules (id, tenant_id, time_condition_id, position, name, state, weekdays, time_ranges, holidays, destination_id)
select pg_temp.seed_id('time condition rule', t.n * 100 + k.condition * 10 + k.position), pg_temp.seed_id('tenant', t.n),
  pg_temp.seed_id('time condition', t.n * 10 + k.condition), k.position, k.name, k.state, k.weekdays, k.time_ranges, k.holidays,
  case when k.desk = 0 then pg_temp.seed_id('ivr menu', t.n * 10 + 1)
    when k.state = 'open' then pg_temp.seed_id('extension', t.n * 100 + k.desk)
    else private.derived_id('hangup ' || pg_temp.seed_id('tenant', t.n)) end
from generate_series(1, 6) t (n),
  (values
    (1, 0, 'Holidays', 'closed', '{}'::smallint[], '[]'::jsonb, array['new_years_day', 'memorial_day', 'independence_day',
      'labor_day', 'thanksgiving', 'day_after_thanksgiving', 'christmas_day'], 1),
    (1, 1, 'Weekdays', 'open', '{1,2,3,4,5}', '[[480, 720], [780, 1020]]', '{}', 0),
    (1, 2, 'Saturday morning', 'open', '{6}', '[[540, 720]]', '{}', 2),
    (2, 0, 'Weekend nights', 'open', '{5,6}', '[[1320, 360]]', '{}', 3),
    (3, 0, 'Their office hours', 'open', '{1,2,3,4,5}', '[[540, 1050]]', '{}', 2)
  ) k (condition, position, name, state, weekdays, time_ranges, holidays, desk)
where k.condition <= 1 + t.n % 3;

-- The spaces that the phones' keys park at.
insert into public.park_lots (id, tenant_id, name, number)
select pg_temp.seed_id('park lot', c.n), pg_temp.seed_id('tenant', c.n), 'Reception', '5900' from seed_companies c where c.n <= 8;

insert into public.conference_rooms (id, tenant_id, name, number, announces, max_members)
select pg_temp.seed_id('conference room', c.n * 10 + r.n), pg_temp.seed_id('tenant', c.n), r.name, r.number, r.announces, r.most
from seed_companies c, (values (1, 'Team meeting', '3500', 'tone', 20), (2, 'Customer calls', '3501', 'name', 6)) r (n, name, number, announces, most)
where c.n <= 8;

insert into public.paging_groups (id, tenant_id, name, number)
select pg_temp.seed_id('paging group', c.n), pg_temp.seed_id('tenant', c.n), 'Front desks', '3600'
from seed_companies c
where c.n <= 8;

insert into public.paging_group_members (id, tenant_id, paging_group_id, extension_id, position)
select pg_temp.seed_id('paging group member', c.n * 10 + m.k), e.tenant_id, pg_temp.seed_id('paging group', c.n), e.id, m.k
from seed_companies c
cross join generate_series(1, 3) m (k)
join public.extensions e on e.id = pg_temp.seed_id('extension', c.n * 100 + m.k)
where c.n <= 8;

insert into public.fax_boxes (id, tenant_id, name, number, recipients)
select pg_temp.seed_id('fax box', c.n), pg_temp.seed_id('tenant', c.n), 'Office fax', '3700',
  array['fax-' || c.n || '@customer.example']
from seed_companies c
where c.n <= 8;

-- Ring groups 6000–6002, a day and night switch 6500 and queues 7000–7001 of the first tenants.
insert into public.ring_groups (id, tenant_id, name, number, strategy, call_timeout, timeout_destination_id,
  greeting_recording_id, caller_id_name_prefix, follow_forwarding, missed_call_email)
select pg_temp.seed_id('ring group', c.n * 10 + g.n), pg_temp.seed_id('tenant', c.n), g.name, g.number, g.strategy, g.timeout,
  private.derived_id('voicemail ' || pg_temp.seed_id('extension', c.n * 100 + 1)),
  case when g.n = 1 then pg_temp.seed_id('recording', c.n * 10 + 1) end, g.prefix, g.n = 2,
  case when g.n = 1 then 'office@' || pg_temp.code(c.name) || '.example' else '' end
from seed_companies c,
  (values (1, 'Front office', '6000', 'simultaneous', 30, 'Main: '), (2, 'Billing team', '6001', 'sequence', 60, ''),
    (3, 'After hours', '6002', 'rollover', 45, 'Night: ')) g (n, name, number, strategy, timeout, prefix)
where c.n <= 12 and g.n <= 2 + c.n % 2;

insert into public.ring_group_members (id, tenant_id, ring_group_id, extension_id, external_number, delay, timeout, confirm, position)
select pg_temp.seed_id('ring group member', c.n * 100 + m.g * 10 + m.position), g.tenant_id, g.id, e.id,
  case when m.k = 0 then '+1' || c.area || '5550188' end, m.delay, m.timeout, m.k = 0, m.position
from seed_companies c
cross join (values (1, 1, 1, 0, 30), (1, 2, 2, 0, 30), (1, 3, 3, 10, 20), (1, 4, 9, 0, 30), (2, 1, 4, 0, 20), (2, 2, 6, 0, 20),
  (2, 3, 5, 5, 20), (3, 1, 4, 0, 20), (3, 2, 0, 0, 30)) m (g, position, k, delay, timeout)
join public.ring_groups g on g.id = pg_temp.seed_id('ring group', c.n * 10 + m.g)
left join public.extensions e on e.id = pg_temp.seed_id('extension', c.n * 100 + m.k)
where e.id is not null or m.k = 0;

insert into public.call_flows (id, tenant_id, name, number, feature_code, state, normal_recording_id, normal_destination_id,
  alternate_recording_id, alternate_destination_id)
select pg_temp.seed_id('call flow', c.n * 10 + 1), pg_temp.seed_id('tenant', c.n), 'Day and night', '6500', '*31',
  case when c.n % 3 = 2 then 'alternate' else 'normal' end, null, pg_temp.seed_id('ring group', c.n * 10 + 1),
  pg_temp.seed_id('recording', c.n * 10 + 2), private.derived_id('voicemail ' || pg_temp.seed_id('extension', c.n * 100 + 1))
from seed_companies c where c.n <= 12;

-- The server makes the PINs (lib/vault/seal-secrets.ts), as it makes each extension's password: of most mailboxes and switches.
insert into public.secrets (tenant_id, owner_table, owner_id, field)
select e.tenant_id, 'extensions', e.id, 'voicemail_pin' from public.extensions e
where e.voicemail_enabled and e.id not in (pg_temp.seed_id('extension', 109), pg_temp.seed_id('extension', 110), pg_temp.seed_id('extension', 1604));
insert into public.secrets (tenant_id, owner_table, owner_id, field)
select f.tenant_id, 'call_flows', f.id, 'pin' from public.call_flows f where f.tenant_id <> pg_temp.seed_id('tenant', 1);

insert into public.call_center_queues (id, tenant_id, name, number, strategy, hold_music_recording_id, max_wait_time,
  tier_rules_apply, announce_recording_id, exit_key, timeout_destination_id)
select pg_temp.seed_id('queue', c.n * 10 + q.n), pg_temp.seed_id('tenant', c.n), q.name, q.number, q.strategy, null,
  case when q.n = 2 and c.n > 1 then 600 else q.wait end,
  q.n = 1, pg_temp.seed_id('recording', c.n * 10 + 4), case when q.n = 1 then '9' end,
  pg_temp.seed_id('ring group', c.n * 10 + 1)
from seed_companies c,
  (values (1, 'Customer support', '7000', 'longest-idle-agent', 300), (2, 'New orders', '7001', 'ring-all', 0))
    q (n, name, number, strategy, wait)
where c.n <= 6 and q.n <= 1 + c.n % 2;

insert into public.call_center_agents (id, tenant_id, name, extension_id, status, status_changed_at, wrap_up_time)
select pg_temp.seed_id('agent', c.n * 100 + k), e.tenant_id, e.effective_caller_id_name, e.id,
  case when k = 5 then 'On Break' when k = 6 then 'Logged Out' else 'Available' end,
  pg_temp.lately('2026-02-02 14:00:00+00') + make_interval(mins => c.n + k * 3), 10 + 5 * (k % 3)
from seed_companies c, generate_series(2, 6) k
join public.extensions e on true
where e.id = pg_temp.seed_id('extension', c.n * 100 + k) and c.n <= 6;

insert into public.call_center_tiers (id, tenant_id, queue_id, agent_id, level, position)
select pg_temp.seed_id('tier', c.n * 100 + t.q * 10 + t.position), q.tenant_id, q.id, pg_temp.seed_id('agent', c.n * 100 + t.k),
  t.level, t.position
from seed_companies c
cross join (values (1, 2, 1, 1), (1, 3, 1, 2), (1, 5, 1, 3), (1, 4, 2, 4), (1, 6, 2, 5), (2, 3, 1, 1), (2, 4, 1, 2))
  t (q, k, level, position)
join public.call_center_queues q on q.id = pg_temp.seed_id('queue', c.n * 10 + t.q);
-- Where the tenants' numbers lead, how their phones reach the outside, and who is not let in.

update public.dids d
set destination_id = case
    when k = 1 and c.n <= 6 then pg_temp.seed_id('time condition', c.n * 10 + 1)
    when k = 5 and c.n <= 12 then pg_temp.seed_id('ring group', c.n * 10 + 2)
    when k = 6 and c.n <= 6 then pg_temp.seed_id('queue', c.n * 10 + 1)
    when k = 4 then pg_temp.seed_id('recording', c.n * 10 + 2)
    when k in (6, 7) and c.n <> 10 then pg_temp.seed_id('extension', c.n * 100 + 5)
    when k <= 7 then pg_temp.seed_id('extension', c.n * 100 + least(k, 6))
    when c.n <> 5 then pg_temp.seed_id('extension', c.n * 100 + 1) end,
  override_destination_id = case when c.n = 1 and k = 2 then pg_temp.seed_id('extension', 103) end,
  override_until = case when c.n = 1 and k = 2 then timestamptz '2031-01-01 17:00:00+00' end,
  caller_id_prefix = case k when 5 then 'Billing: ' when 6 then 'Support: ' else '' end,
  record = k = 6, fax = k = 3, voice = k <> 3, text_messages = k = 1, emergency = k = 1 or c.n in (3, 7) and k = 2,
  hold_music_recording_id = case when k in (1, 6) then pg_temp.seed_id('recording', c.n * 10 + 4) end
from seed_companies c, generate_series(1, 8) k
where c.n <= 25 and d.id = pg_temp.seed_id('did', c.n * 100 + k);

insert into public.did_conditions (id, tenant_id, did_id, position, match, caller, destination_id)
select pg_temp.seed_id('did condition', c.n * 10 + v.n), pg_temp.seed_id('tenant', c.n), pg_temp.seed_id('did', c.n * 100 + 1), v.n,
  v.match, case v.match when 'prefix' then '+1' || c.area || '555013' when 'exact' then '+1' || c.area || '5550199' end,
  pg_temp.seed_id('extension', c.n * 100 + v.target)
from seed_companies c, (values (1, 'exact', 3), (2, 'prefix', 4), (3, 'anonymous', 2)) v (n, match, target)
where c.n <= 25 and v.n <= 1 + c.n % 3;

insert into public.outbound_routes (id, tenant_id, name, matches, pattern, toll_class, gateway_1_id, gateway_2_id, gateway_3_id, strip_digits,
  prefix, position, caller_id_did_id, concurrent_limit, enabled)
select pg_temp.seed_id('outbound route', c.n * 10 + v.n), pg_temp.seed_id('tenant', c.n), v.name, v.matches, v.pattern,
  v.toll_class, pg_temp.seed_id('gateway', v.gateway), pg_temp.seed_id('gateway', 2),
  case when v.matches = 'emergency' then pg_temp.seed_id('gateway', 3) end, v.strip, v.prefix, v.n * 10,
  case when v.n = 5 then pg_temp.seed_id('did', c.n * 100 + 1) end, case when v.matches = 'international' then 2 end,
  v.matches not in ('international', 'premium')
from seed_companies c, (values
  (1, 'Emergency', 'emergency', null, 'emergency', 4, 0, ''),
  (2, 'Premium numbers', 'premium', null, 'premium', 1, 0, ''),
  (3, 'Toll-free', 'toll_free', null, 'local', 1, 0, ''),
  (4, 'Local', 'local', null, 'local', 1, 0, ''),
  (5, 'National', 'national', null, 'national', 1, 0, ''),
  (6, 'International', 'international', null, 'international', 1, 3, '+'),
  (7, 'Paging bridge', 'pattern', '^77\d{3}$', 'local', 5, 2, '')
) v (n, name, matches, pattern, toll_class, gateway, strip, prefix)
where c.n <= 25 and (v.n < 7 or c.n % 4 = 1);

insert into public.call_block_rules (id, tenant_id, direction, extension_id, match, number, name, action, destination_id, hits,
  last_hit_at, expires_at, enabled)
select pg_temp.seed_id('call block rule', c.n * 10 + v.n), pg_temp.seed_id('tenant', c.n), v.direction,
  case when v.extension > 0 then pg_temp.seed_id('extension', c.n * 100 + v.extension) end, v.match,
  v.number, v.name, v.action, case when v.action = 'destination' then pg_temp.seed_id('recording', c.n * 10 + 2) end,
  v.hits, case when v.hits > 0 then pg_temp.lately('2026-02-03 09:00:00+00') + make_interval(hours => c.n * 5 + v.n) end,
  v.expires::timestamptz, v.n <> 6
from seed_companies c, (values
  (1, 'inbound', 0, 'anonymous', null, 'Withheld numbers', 'voicemail', 14, null),
  (2, 'inbound', 0, 'exact', '+18885550142', 'Warranty robocall', 'reject', 31, null),
  (3, 'inbound', 0, 'prefix', '+1900', 'Premium call-backs', 'hangup', 2, null),
  (4, 'inbound', 2, 'exact', '+12025550177', 'Former vendor', 'destination', 0, '2031-06-30 00:00:00+00'),
  (5, 'outbound', 0, 'prefix', '+232', 'One-ring fraud', 'hangup', 1, null),
  (6, 'outbound', 4, 'exact', '411', 'Directory assistance', 'busy', 0, null)
) v (n, direction, extension, match, number, name, action, hits, expires)
where c.n <= 25 and v.n <= 3 + c.n % 4;

-- Calls of the last thirty days up to now, which reports show first: the same calls at the same times of the day, whatever the day is.
create function pg_temp.share(n integer, what text) returns double precision
language sql immutable as $$ select ('x' || substr(md5('seed call ' || what || ' ' || n), 1, 8))::bit(32)::bigint / 4294967296.0 $$;

insert into public.cdr (id, tenant_id, extension_id, start_at, answer_at, end_at, ring_seconds, talk_seconds, duration, q850,
  direction, status, call_uuid, from_number, from_name, to_number, did, extension, hangup_cause, mos, codec, recording_path,
  addresses, legs, raw)
select id, tenant_id, extension_id, start_at, answered, start_at + make_interval(secs => ring + talk), ring, talk, ring + talk,
  case cause when 'NO_ANSWER' then 19 when 'USER_BUSY' then 17 when 'UNALLOCATED_NUMBER' then 1 when 'CALL_REJECTED' then 21 else 16 end,
  direction, status, id::text, from_number, from_name, to_number, did, extension, cause,
  case when talk > 0 then round((4.49 - 1.6 * power(e, 7))::numeric, 2) end, codec,
  case when talk > 0 and status = 'answered' and e > 0.8 then 'recordings/' || tenant_id || '/' || id || '.wav' end,
  addresses,
  jsonb_build_array(jsonb_strip_nulls(jsonb_build_object('number', to_number,
    'channel', case direction when 'inbound' then 'sofia/external/' || from_number else 'sofia/internal/' || extension || '@' || domain end,
    'started_at', start_at, 'ringing_at', start_at + interval '1 second', 'answered_at', case when status <> 'voicemail' then answered end,
    'bridged_at', case when status <> 'voicemail' then answered end,
    'transferred_at', case when status = 'voicemail' then answered end,
    'ended_at', case when status <> 'voicemail' then start_at + make_interval(secs => ring + talk) end,
    'hangup_cause', case when status <> 'voicemail' then cause end,
    'peers', case direction when 'inbound' then jsonb_build_array(
        jsonb_build_object('number', extension, 'channel', 'sofia/internal/' || extension || '@' || domain))
      else jsonb_build_array(jsonb_build_object('number', to_number, 'channel',
        case direction when 'outbound' then 'sofia/gateway/carrier-east/' || to_number else 'sofia/internal/' || to_number || '@' || domain end)) end)))
    || case when status = 'voicemail' then jsonb_build_array(jsonb_build_object('number', '*99' || extension,
      'channel', 'voicemail', 'started_at', answered, 'answered_at', answered, 'hangup_cause', cause,
      'ended_at', start_at + make_interval(secs => ring + talk))) else '[]' end,
  jsonb_build_object('variables', jsonb_build_object('uuid', id, 'domain_name', domain, 'call_direction', direction,
    'hangup_cause', cause, 'read_codec', split_part(codec, '/', 1), 'caller_id_number', from_number, 'destination_number', to_number))
from (
  select s.*,
    case when talk > 0 then start_at + make_interval(secs => ring) end as answered,
    case when talk > 0 then case when n % 9 = 4 then 'OPUS/48000' else 'PCMU/8000' end end as codec,
    jsonb_build_object('caller', '203.0.113.' || (2 + n % 240), 'caller_media', '203.0.113.' || (2 + n % 240) || ':' || (16384 + n % 4000 * 2),
      'switch_media', '198.51.100.4:' || (20000 + n % 4000 * 2),
      'user_agent', case direction when 'inbound' then 'carrier-east' else 'Yealink SIP-T54W 96.86.0.100' end) as addresses,
    case status when 'answered' then 'NORMAL_CLEARING' when 'voicemail' then 'NORMAL_CLEARING' when 'busy' then 'USER_BUSY'
      when 'cancelled' then 'ORIGINATOR_CANCEL'
      when 'missed' then case when direction = 'inbound' and e < 0.5 then 'ORIGINATOR_CANCEL' else 'NO_ANSWER' end
      else case when e < 0.5 then 'UNALLOCATED_NUMBER' else 'CALL_REJECTED' end end as cause,
    case direction when 'inbound' then outside when 'outbound' then extension else extension end as from_number,
    case direction when 'inbound' then outside_name else extension_name end as from_name,
    case direction when 'inbound' then main_number when 'outbound' then outside else colleague end as to_number,
    case direction when 'inbound' then main_number end as did
  from (
    select c.n, c.d, c.e, t.domain, pg_temp.seed_id('call', c.n) as id, t.id as tenant_id, x.ids[1 + c.i] as extension_id,
      x.extensions[1 + c.i] as extension, x.names[1 + c.i] as extension_name,
      x.extensions[1 + (c.i + 3) % x.count] as colleague,
      (select min(number) from public.dids where tenant_id = t.id) as main_number,
      '+1' || o.area || '55501' || lpad((c.n * 7 % 100)::text, 2, '0') as outside,
      case when c.n % 3 = 0 then upper(left(o.name, 15)) else '' end as outside_name,
      c.direction, c.status,
      case c.status when 'answered' then 3 + least((-ln(1 - c.d) * 160)::int, 7100) when 'voicemail' then 9 + (c.d * 60)::int else 0 end as talk,
      case when c.status = 'voicemail' then 25 when c.status = 'failed' then 0 else 2 + (c.e * 20)::int end as ring,
      case when w.at > now() then w.at - interval '29 days' else w.at end as start_at
    from (
      select n, k, tenant, pg_temp.share(n, 'talk') as d, pg_temp.share(n, 'ring') as e,
        (pg_temp.share(n, 'extension') * least(6 + (tenant * 7) % 19, 10 + 5 * (tenant % 5)))::int as i, direction,
        case when share < 0.68 then 'answered' when share < 0.8 then case direction when 'inbound' then 'voicemail' else 'answered' end
          when share < 0.91 then 'missed' when share < 0.94 then 'busy'
          when share < 0.98 then case direction when 'inbound' then 'missed' else 'cancelled' end else 'failed' end as status
      from (
        select tenant * 1000 + k as n, k, tenant, pg_temp.share(tenant * 1000 + k, 'status') as share,
          (array['inbound', 'outbound', 'inbound', 'local', 'inbound', 'outbound', 'inbound'])[1 + k % 7] as direction
        from generate_series(1, 25) tenant, generate_series(1, 420) k
        where k <= 60 + (tenant * 17) % 60 or tenant = 1
      ) numbered
    ) c
    join public.tenants t on t.id = pg_temp.seed_id('tenant', c.tenant)
    join lateral (
      select count(*)::int as count, array_agg(id order by extension) as ids, array_agg(extension order by extension) as extensions,
        array_agg(effective_caller_id_name order by extension) as names
      from public.extensions where tenant_id = t.id
    ) x on c.i < x.count
    join seed_companies o on o.n = 1 + (c.n * 13 + 5) % 40
    cross join lateral (
      -- The first three calls are never long ago; the others lie in office hours of one of 29 days.
      select case when c.k <= 3 then now() - make_interval(mins => c.k * 19)
        else (date_trunc('day', now() at time zone t.time_zone) - make_interval(days => c.n * 5 % 29)
          + make_interval(secs => 8 * 3600 + pg_temp.share(c.n, 'time') * 34200)) at time zone t.time_zone end as at
    ) w
  ) s
) r;

insert into public.cdr_hourly (tenant_id, hour, direction, status, calls, talk_seconds, ring_seconds)
select c.tenant_id, date_trunc('hour', c.start_at, t.time_zone), c.direction, c.status, count(*), sum(c.talk_seconds), sum(c.ring_seconds)
from public.cdr c join public.tenants t on t.id = c.tenant_id
group by 1, 2, 3, 4;
select private.recount_cdr_days(tenant_id) from (select distinct tenant_id from public.cdr_hourly) t;

insert into private.extension_calls (tenant_id, extension_id, last_at)
select e.tenant_id, e.id, max(c.start_at)
from public.cdr c
join public.extensions e on e.tenant_id = c.tenant_id and (e.id = c.extension_id or c.direction = 'local' and e.extension = c.to_number)
group by 1, 2;

insert into public.cdr_rejected (id, tenant_id, domain, call_uuid, reason, body, body_hash, created_at)
select pg_temp.seed_id('rejected call', r.n), case when r.n = 1 then pg_temp.seed_id('tenant', 1) end, r.domain, r.call_uuid, r.reason,
  r.body, md5(r.body), now() - make_interval(hours => r.n * 3)
from (values
  (1, 'harbor-lane-dental.pbx.example', 'b6f1c5f0-53d1-4c0e-9d0c-52f0f3a7e101', 'The record has no end time (variable end_uepoch or end_epoch).',
    '{"variables":{"uuid":"b6f1c5f0-53d1-4c0e-9d0c-52f0f3a7e101","domain_name":"harbor-lane-dental.pbx.example","start_epoch":"1770300000"},"callflow":[]}'),
  (2, 'old-name.pbx.example', 'c1d2a3b4-0f0e-4d0c-8b0a-0908070605f4', 'No tenant has the domain or the number that this call names.',
    '{"variables":{"uuid":"c1d2a3b4-0f0e-4d0c-8b0a-0908070605f4","domain_name":"old-name.pbx.example","start_epoch":"1770303600","end_epoch":"1770303642","answer_epoch":"1770303606","hangup_cause":"NORMAL_CLEARING"},"callflow":[]}')
) r (n, domain, call_uuid, reason, body);

-- Rate plans, licenses, subscriptions and the invoices of the last months.

update public.services s set seat_product = m.product
from (values (1, 'extension'), (2, 'call_center_agent'), (7, 'recording'), (8, 'fax')) m (n, product)
where s.id = pg_temp.seed_id('service', m.n);

insert into public.rate_plans (id, name, description) values
  (pg_temp.seed_id('rate plan', 1), 'Standard', 'North America by the minute, the world by country'),
  (pg_temp.seed_id('rate plan', 2), 'Unlimited North America', 'Calls within North America are included');
insert into public.rate_plan_rates (id, rate_plan_id, prefix, description, connect_fee, included_seconds, cost_per_minute,
  first_increment, next_increment)
select pg_temp.seed_id('rate', plan.n * 100 + r.n), pg_temp.seed_id('rate plan', plan.n), r.prefix, r.description, r.connect_fee,
  r.included, case when plan.n = 2 and r.prefix = '1' then 0 else r.price end, r.first, r.next
from generate_series(1, 2) plan (n),
  (values (1, '1', 'United States and Canada', 0, 0, 0.0150, 30, 6), (2, '1800', 'Toll-free', 0, 0, 0, 60, 60),
    (3, '1888', 'Toll-free', 0, 0, 0, 60, 60), (4, '1900', 'Premium', 0.5, 30, 2.5, 60, 60),
    (5, '44', 'United Kingdom', 0, 0, 0.0210, 1, 1), (6, '447', 'United Kingdom, mobile', 0, 0, 0.0480, 1, 1),
    (7, '49', 'Germany', 0, 0, 0.0230, 1, 1), (8, '52', 'Mexico', 0, 0, 0.0310, 60, 60),
    (9, '61', 'Australia', 0, 0, 0.0280, 1, 1), (10, '', 'Rest of the world', 0.02, 0, 0.3500, 60, 60)
  ) r (n, prefix, description, connect_fee, included, price, first, next);

insert into public.tax_jurisdictions (id, name, tax, percent)
select pg_temp.seed_id('jurisdiction', j.n), j.name, j.tax, j.percent
from (values (1, 'Maine', 'Service provider tax', 6), (2, 'Wichita, Kansas', 'Sales tax', 7.5),
  (4, 'Lincoln, Nebraska', 'Sales tax', 7.25), (5, 'Pittsburgh, Pennsylvania', 'Sales tax', 7), (6, 'Denver, Colorado', 'Sales tax', 8.81),
  (12, 'Seattle, Washington', 'Sales tax', 10.25), (16, 'Phoenix, Arizona', 'Sales tax', 8.6), (20, 'Massachusetts', 'Sales tax', 6.25),
  (22, 'Nashville, Tennessee', 'Sales tax', 9.75), (24, 'South Carolina', 'Sales tax', 6)
) j (n, name, tax, percent);

-- One customer is exempt, and some are where no tax is due.
insert into public.billing_accounts (id, tenant_id, rate_plan_id, terms_days, tax_jurisdiction_id, tax_exemption)
select pg_temp.seed_id('billing account', n), pg_temp.seed_id('tenant', n), pg_temp.seed_id('rate plan', 1 + n % 2),
  (array[0, 15, 30])[1 + n % 3], j.id, case n when 4 then 'Certificate E-20417' else '' end
from generate_series(1, 25) n left join public.tax_jurisdictions j on j.id = pg_temp.seed_id('jurisdiction', n);

insert into public.licenses (id, tenant_id, product, purchased, cap)
select pg_temp.seed_id('license', t.n * 10 + l.n), pg_temp.seed_id('tenant', t.n), l.product,
  case when l.product = 'recording' and t.n > 6 then 6 else l.purchased end, l.cap
from generate_series(1, 25) t (n),
  (values (1, 'call_center_agent', 6, 'hard'), (2, 'recording', 4, 'soft'), (3, 'fax', 1, 'soft')) l (n, product, purchased, cap)
where t.n <= 6 or l.n > 1 or t.n % 3 > 0;

insert into public.subscriptions (id, tenant_id, service_id, quantity, unit_price, setup_fee, cycle, starts_on)
select pg_temp.seed_id('subscription', c.n * 10 + s.n), pg_temp.seed_id('tenant', c.n), v.id,
  case s.n when 1 then 10 + 5 * (c.n % 5) when 2 then 3 + c.n % 6 when 3 then 4 when 4 then 5 + c.n when 7 then 6 else 1 end,
  v.monthly_price * case s.cycle when 'monthly' then 1 when 'quarterly' then 3 else 12 end, s.setup_fee, s.cycle,
  (date_trunc('month', private.business_today()::timestamp) - interval '7 months')::date + s.day
from seed_companies c,
  (values (1, 1, 'monthly', 0, 0), (2, 3, 'monthly', 0, 0), (3, 7, 'monthly', 0, 14), (4, 9, 'quarterly', 0, 0),
    (5, 6, 'yearly', 0, 9), (6, 12, 'monthly', 75.00, 40), (7, 2, 'monthly', 0, 0), (8, 8, 'monthly', 0, 20)) s (n, service, cycle, setup_fee, day)
join public.services v on v.id = pg_temp.seed_id('service', s.service)
where c.n <= 25 and (s.n <= 4 or s.n = 5 + c.n % 2 or s.n = 7 and c.n % 3 <> 0 or s.n = 8);

-- Each month is drafted as the monthly run does, and issued as of its first day; one tenant's current one is still a draft.
select private.run_billing_cycle(pg_temp.seed_id('tenant', n), month::date)
from generate_series(date_trunc('month', private.business_today()::timestamp) - interval '7 months',
  date_trunc('month', private.business_today()::timestamp), interval '1 month') month, generate_series(1, 25) n;

alter table public.invoices disable trigger guard;
with numbered as (
  select i.id, c.name, i.period_start, extract(year from i.period_start)::integer as year,
    row_number() over (partition by extract(year from i.period_start) order by i.period_start, c.n) as n
  from public.invoices i join seed_companies c on i.tenant_id = pg_temp.seed_id('tenant', c.n)
  where i.period_start < date_trunc('month', private.business_today()::timestamp) or c.n > 1
)
update public.invoices i
set status = 'issued', number = d.year || '-' || lpad(d.n::text, 5, '0'), issued_on = d.period_start,
  due_on = d.period_start + i.terms_days,
  tax_exemption = (select a.tax_exemption from public.billing_accounts a where a.tenant_id = i.tenant_id)
from numbered d where i.id = d.id;
alter table public.invoices enable trigger guard;
insert into private.invoice_counters (year, last)
select split_part(number, '-', 1)::integer, max(split_part(number, '-', 2)::integer)
from public.invoices where number is not null group by 1;

-- Three tenants are behind with their latest invoices, one of them suspended for it; one has paid in advance.
insert into public.payments (id, tenant_id, invoice_id, amount, method, reference, received_at)
select private.derived_id('seed payment ' || i.number), i.tenant_id, i.id, i.total,
  (array['ach', 'card', 'check', 'wire'])[1 + c.n % 4], 'P-' || replace(i.number, '-', ''), i.due_on - interval '8 hours'
from public.invoices i join seed_companies c on i.tenant_id = pg_temp.seed_id('tenant', c.n)
where i.status = 'issued' and i.due_on <= private.business_today()
  and not (c.n in (2, 5, 11) and i.period_start >= date_trunc('month', private.business_today()::timestamp) - interval '2 months');
insert into public.payments (id, tenant_id, amount, method, reference, received_at)
values (pg_temp.seed_id('payment', 1), pg_temp.seed_id('tenant', 3), 250.00, 'check', 'Check 1042', now() - interval '3 days');

-- What the first tenant's switch has sent: two voicemail messages and a fax. local/storage/demo-files.ts writes their files.
insert into public.switches (id, name, description, address, all_tenants)
values (pg_temp.seed_id('switch', 1), 'demo-pbx', 'Demonstration; no FreeSWITCH runs there', 'pbx.example', false);
insert into public.switch_tenants (id, switch_id, tenant_id)
values (pg_temp.seed_id('switch tenant', 1), pg_temp.seed_id('switch', 1), pg_temp.seed_id('tenant', 1));

insert into public.voicemail_messages (id, tenant_id, switch_id, extension_id, domain, account, uuid, from_number, from_name, left_at,
  seconds, heard, path, duration_ms, size_bytes, peaks)
select m.id, e.tenant_id, pg_temp.seed_id('switch', 1), e.id, t.domain, e.extension, m.id, m.from_number, m.from_name,
  now() - make_interval(hours => m.hours), m.seconds, m.heard, e.tenant_id || '/' || m.id || '.wav', m.seconds * 1000,
  44 + m.seconds * 16000, array(select (12 + 40 * abs(sin(i * 0.5)) + 30 * abs(sin(i * 0.13)))::smallint from generate_series(1, 120) i)
from (values
  (pg_temp.seed_id('voicemail', 1), '+12075550163', 'Front street pharmacy', 2, 14, false),
  (pg_temp.seed_id('voicemail', 2), '+12075550171', '', 27, 9, true)
) m (id, from_number, from_name, hours, seconds, heard)
join public.extensions e on e.id = pg_temp.seed_id('extension', 101)
join public.tenants t on t.id = e.tenant_id;
insert into storage.objects (id, bucket_id, name, version, metadata)
select private.derived_id('seed object ' || m.path), 'voicemail', m.path, m.id::text,
  jsonb_build_object('mimetype', 'audio/wav', 'size', m.size_bytes, 'cacheControl', 'max-age=3600')
from public.voicemail_messages m;

insert into public.faxes (id, tenant_id, switch_id, fax_box_id, box, channel, from_number, from_station, received_at, pages, path, size_bytes)
select f.id, b.tenant_id, pg_temp.seed_id('switch', 1), b.id, b.number || ' ' || b.name, f.id, '+12075550188', 'DENTAL LAB',
  now() - interval '5 hours', 1, b.tenant_id || '/' || f.id || '.pdf', 555
from (values (pg_temp.seed_id('fax', 1))) f (id)
join public.fax_boxes b on b.id = pg_temp.seed_id('fax box', 1);
insert into storage.objects (id, bucket_id, name, version, metadata)
select private.derived_id('seed object ' || f.path), 'faxes', f.path, f.id::text,
  jsonb_build_object('mimetype', 'application/pdf', 'size', f.size_bytes, 'cacheControl', 'max-age=3600')
from public.faxes f;

-- The first tenant's company has a quote, sent three days ago.
insert into public.quotes (id, opportunity_id, quoted_on, valid_until, sender, terms)
values (pg_temp.seed_id('quote', 1), pg_temp.seed_id('opportunity', 23), private.business_today() - 3, private.business_today() + 27,
  E'Trunkline Voice\n100 Exchange Street\nPortland, ME 04101', 'Prices hold for 30 days. Invoices are due in 15 days.');
update public.quotes set status = 'sent', sent_to = 'buyer@customer.example' where id = pg_temp.seed_id('quote', 1);
alter table public.quotes disable trigger guard;
update public.quotes set sent_at = now() - interval '3 days', created_at = now() - interval '3 days'
where id = pg_temp.seed_id('quote', 1);
alter table public.quotes enable trigger guard;

call pg_temp.trail('enable');
