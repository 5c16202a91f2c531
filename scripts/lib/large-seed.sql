-- Companies in any number for measurements, the same for the same number: $COMPANIES companies, every second one a
-- tenant with extensions, DIDs and devices, and $OPPORTUNITIES opportunities. Row n is the same row whatever the
-- numbers, so that a second or larger run adds only what is missing. (Only where opportunities are more than a fifth of
-- the companies, those beyond start again with the first company.)
--
-- Telephone numbers: 555-0100 to 555-0199 is kept for fiction in every area code of the numbering plan. The areas
-- that the demonstration data does not use give about 60,000 numbers, which the first tenants get. Further DIDs are
-- under +999, which the ITU has assigned to nobody.

create function pg_temp.large_id(kind text, n integer) returns uuid
language sql immutable as $$
  select overlay(overlay(md5('large ' || kind || ' ' || n) placing '4' from 13) placing '8' from 17)::uuid
$$;

-- Spreads the numbers from 0 to size - 1 over the same range, each once; the factor is prime and divides no size here.
create function pg_temp.spread(n bigint, size bigint) returns integer
language sql immutable as $$ select (n * 1299709 % size)::integer $$;

create function pg_temp.pick(list text[], n bigint) returns text
language sql immutable as $$ select list[1 + n % array_length(list, 1)] $$;

create temporary table large_companies on commit drop as
select n, n % 2 = 0 as is_tenant, pg_temp.large_id('company', n) as id, pg_temp.large_id('tenant', n) as tenant_id,
  case mix % 11 when 0 then 'The ' else '' end || first || case mix % 7 when 0 then ' & ' else ' ' end || second || ' ' || trade
    || case mix % 5 when 0 then ' LLC' when 1 then ' Inc.' else '' end
    || case when n >= 77616 then ' of ' || pg_temp.pick(array['Alderbrook', 'Bayview', 'Clearwater', 'Dunmore', 'Eastport',
      'Fairview', 'Glenwood', 'Hillsboro', 'Kingsford', 'Lakewood', 'Millbrook', 'Northfield'], n / 77616) else '' end as name,
  btrim(left(regexp_replace(lower(first || '-' || second), '[^a-z0-9]+', '-', 'g'), 24), '-') || '-' || n as code,
  pg_temp.pick(array['America/New_York', 'America/Chicago', 'America/New_York', 'America/Denver', 'America/Los_Angeles',
    'America/Chicago', 'America/Phoenix', 'America/New_York', 'America/Los_Angeles', 'Pacific/Honolulu'], mix) as time_zone,
  timestamptz '2020-02-03 09:00:00+00' + make_interval(mins => pg_temp.spread(n, 3000017)) as created_at,
  4 + mix % 9 as extensions, 1 + mix % 5 as dids, 2 + mix % 7 as devices
from (
  select n, mix,
    pg_temp.pick(array['Amber', 'Arbor', 'Aspen', 'Beacon', 'Birch', 'Blue', 'Bright', 'Bronze', 'Canyon', 'Cascade', 'Cedar',
      'Central', 'Cobalt', 'Copper', 'Coral', 'Crescent', 'Crystal', 'Eastern', 'Ember', 'Evergreen', 'Falcon', 'Frontier',
      'Golden', 'Granite', 'Harbor', 'Hazel', 'Heritage', 'Highland', 'Iron', 'Island', 'Ivory', 'Juniper', 'Keystone', 'Lakeside',
      'Laurel', 'Liberty', 'Maple', 'Meadow', 'Meridian', 'Northern', 'Olive', 'Pioneer', 'Prairie', 'Silver'], mix) as first,
    pg_temp.pick(array['Anchor', 'Bay', 'Bend', 'Bluff', 'Branch', 'Bridge', 'Brook', 'Circle', 'Cliff', 'Coast', 'Cove', 'Creek',
      'Crest', 'Crossing', 'Dale', 'Falls', 'Field', 'Forge', 'Garden', 'Gate', 'Glen', 'Grove', 'Hill', 'Hollow', 'Junction',
      'Knoll', 'Lane', 'Lantern', 'Mesa', 'Mill', 'Orchard', 'Park', 'Peak', 'Point', 'Ridge', 'River', 'Rock', 'Shore', 'Spring',
      'Station', 'Summit', 'Valley'], mix / 44) as second,
    pg_temp.pick(array['Accounting', 'Animal Hospital', 'Architects', 'Auto Glass', 'Bakery', 'Brewing', 'Builders', 'Catering',
      'Charter School', 'Chiropractic', 'Community Bank', 'Credit Union', 'Dental', 'Dermatology', 'Electric', 'Engineering',
      'Equipment Rental', 'Eye Care', 'Family Medicine', 'Freight', 'Furniture', 'Home Care', 'Hotels', 'Insurance', 'Landscaping',
      'Law', 'Logistics', 'Manufacturing', 'Orthodontics', 'Outfitters', 'Pediatrics', 'Pest Control', 'Pharmacy',
      'Physical Therapy', 'Plumbing', 'Printing', 'Property Group', 'Roofing', 'Senior Living', 'Staffing', 'Title',
      'Veterinary Clinic'], mix / 1848) as trade
  -- 44 first words, 42 second ones and 42 trades make 77,616 names.
  from (select n, pg_temp.spread(n, 77616)::bigint as mix from generate_series(1, $COMPANIES) n) numbered
) worded;

insert into public.tenants (id, domain, time_zone, status, suspended_at, extension_limit, created_at)
select tenant_id, code || '.pbx.example', time_zone, case when n % 34 = 0 then 'suspended' else 'active' end,
  case when n % 34 = 0 then created_at end, 5 * ((extensions + n % 6 + 4) / 5), created_at
from large_companies where is_tenant
on conflict (id) do nothing;

-- Sales people look after the companies in turn; without the demonstration accounts nobody does.
insert into public.companies (id, name, type, status, domain_uuid, tenant_code, website, owner_id, created_at)
select c.id, c.name, case when is_tenant then 'tenant' else 'company' end,
  case when is_tenant and n % 34 = 0 then 'suspended' when is_tenant or n % 5 = 1 then 'active' when n % 29 = 0 then 'closed'
    else 'prospect' end,
  case when is_tenant then tenant_id end, case when is_tenant then code end, code || '.example',
  owners.ids[1 + n % array_length(owners.ids, 1)], created_at
from large_companies c,
  (select array_agg(m.id order by m.id) as ids from public.members m
    where m.status = 'active' and m.user_role in ('admin', 'superadmin')) owners
on conflict (id) do nothing;

insert into public.extensions (id, tenant_id, extension, effective_caller_id_name, voicemail_enabled, voicemail_attach, voicemail_keep, enabled)
select pg_temp.large_id('extension', n * 16 + k), tenant_id, (1000 + k)::text,
  pg_temp.pick(array['Reception', 'Front desk', 'Scheduling', 'Billing office', 'Back office', 'Warehouse', 'Shipping',
    'Conference room', 'Sales desk', 'Support desk', 'Workshop', 'Night desk'], k - 1), k % 6 <> 0, true, true, (n + k) % 23 <> 0
from large_companies, generate_series(1, 12) k
where is_tenant and k <= extensions
on conflict (id) do nothing;

-- What the triggers keep that do not run during this load.
insert into public.feature_codes (id, tenant_id, feature, name, code)
select private.derived_id(f.feature || ' ' || tenant_id), tenant_id, f.feature, f.name, f.code
from large_companies, private.default_feature_codes() f
where is_tenant
on conflict (id) do nothing;

insert into public.destinations (id, tenant_id, kind, record_id, number, name, enabled)
select d.* from large_companies, lateral (
  select private.derived_id('hangup ' || tenant_id), tenant_id, 'other', null::uuid, 'hangup', 'Hang up', true
  union all
  select c.id, tenant_id, 'other', c.id, c.code, c.name, true from public.feature_codes c
  where c.tenant_id = large_companies.tenant_id and c.feature in ('check_voicemail', 'company_directory', 'record')
  union all
  select e.id, tenant_id, 'extensions', e.id, e.extension, e.effective_caller_id_name, e.enabled
  from public.extensions e where e.tenant_id = large_companies.tenant_id
  union all
  select private.derived_id('voicemail ' || e.id), tenant_id, 'voicemails', e.id, e.extension, e.effective_caller_id_name,
    e.enabled and e.voicemail_enabled
  from public.extensions e where e.tenant_id = large_companies.tenant_id
) d
where is_tenant
on conflict (id) do nothing;

insert into public.number_plan (tenant_id, number, kind, record_id, column_name, name)
select c.tenant_id, p.number, p.kind, p.id, p.column_name, p.name
from large_companies c, lateral (
  select e.extension as number, 'extensions' as kind, e.id, 'extension' as column_name, e.effective_caller_id_name as name
  from public.extensions e where e.tenant_id = c.tenant_id
  union all
  select f.code, 'feature_codes', f.id, 'code', f.name from public.feature_codes f where f.tenant_id = c.tenant_id
) p
where c.is_tenant
on conflict (tenant_id, number) do nothing;

create temporary table large_areas on commit drop as
select area, row_number() over (order by area) - 1 as n
from generate_series(201, 989) area
-- No area code has 9 in the middle, ends in 11, or begins with 37 or 96.
where area % 100 between 0 and 89 and area % 100 <> 11 and area / 10 not in (37, 96)
  -- These are the demonstration data's.
  and area not in (
    206, 207, 208, 214, 303, 316, 336, 402, 406, 412, 415, 503, 505, 507, 508, 559, 563, 585, 602, 603,
    605, 614, 615, 620, 707, 715, 757, 760, 801, 802, 808, 828, 843, 850, 860, 907, 910, 928, 941, 971);

insert into public.dids (id, tenant_id, number, description, status, enabled)
select pg_temp.large_id('did', c.n * 8 + c.k), c.tenant_id,
  coalesce('+1' || a.area || '55501' || lpad((c.ordinal % 100)::text, 2, '0'), '+999' || lpad(c.ordinal::text, 10, '0')),
  pg_temp.pick(array['Main line', 'Direct line', 'Fax', 'After hours', 'Support'], c.k - 1), 'assigned', c.k <> 5
from (
  select n, tenant_id, k, row_number() over (order by n, k) - 1 as ordinal
  from large_companies, generate_series(1, 5) k where is_tenant and k <= dids
) c
left join large_areas a on a.n = c.ordinal / 100
on conflict (id) do nothing;

insert into public.devices (id, tenant_id, mac, label, vendor, model, location, last_provisioned_at)
select pg_temp.large_id('device', d.n * 16 + d.k), d.tenant_id,
  vendor.prefix || regexp_replace(upper(lpad(to_hex(pg_temp.spread(d.ordinal, 16777216)), 6, '0')), '(..)', ':\1', 'g'),
  pg_temp.pick(array['Reception', 'Front desk', 'Scheduling', 'Billing office', 'Back office', 'Warehouse', 'Shipping',
    'Conference room'], d.k - 1), vendor.name, vendor.model,
  case when d.k % 3 = 0 then 'Second floor' else 'Ground floor' end,
  case when d.ordinal % 9 <> 0 then timestamptz '2026-02-02 08:00:00+00' + make_interval(secs => d.ordinal) end
from (
  select n, tenant_id, k, row_number() over (order by n, k) as ordinal
  from large_companies, generate_series(1, 8) k where is_tenant and k <= devices
) d
join (values (0, '00:15:65', 'Yealink', 'T54W'), (1, '00:04:F2', 'Polycom', 'VVX 450'), (2, 'C0:74:AD', 'Grandstream', 'GRP2614'),
  (3, '00:04:13', 'Snom', 'D785')) vendor (n, prefix, name, model) on vendor.n = d.n / 2 % 4
on conflict (id) do nothing;

insert into public.opportunities (id, name, company_id, status, amount, probability, close_date, lost_reason, owner_id, created_at)
select pg_temp.large_id('opportunity', o.n),
  pg_temp.pick(array['New phone system', 'Second location', 'Number port', 'Contact-center pilot', 'Renewal', 'Fax replacement',
    'Phone refresh', 'SIP trunks'], o.n) || ' – ' || c.name,
  c.id, stage.status, 400 + 25 * pg_temp.spread(o.n, 997), stage.probability, date '2026-02-01' + pg_temp.spread(o.n, 331),
  case when stage.status = 'lost' then 'Stayed with the current provider' end, c.owner_id,
  timestamptz '2024-01-08 09:00:00+00' + make_interval(mins => pg_temp.spread(o.n, 1000003))
from generate_series(1, $OPPORTUNITIES) o (n)
join public.companies c on c.id = pg_temp.large_id('company', 1 + (o.n * 5 - 1 - o.n % 5) % $COMPANIES)
join (values (0, 'lead', 10), (1, 'lead', 10), (2, 'lead', 10), (3, 'lead', 10), (4, 'qualified', 25), (5, 'qualified', 25),
  (6, 'proposal', 50), (7, 'negotiation', 70), (8, 'won', 100), (9, 'lost', 0)) stage (n, status, probability)
  on stage.n = o.n % 10
on conflict (id) do nothing;
