-- Tenants as a whole: creating, suspending and listing them, lookups, and their configuration as one document.

select private.count_list_versions('tenants', 'tenants');
select private.count_list_versions('companies', 'customers', 'sales', 'tenants');
select private.count_list_versions('opportunities', 'sales');

-- Lookups the app makes in one call each, with the caller's own permissions.

-- The tenant with a device (kind 'mac', value as stored) or a number (kind 'phone', E.164); null if none.
create function public.find_tenant(kind text, value text) returns uuid
language sql stable security invoker set search_path = '' as $$
  select case kind
    when 'mac' then (select d.tenant_id from public.devices d where d.mac = value)
    when 'phone' then (select n.tenant_id from public.dids n where n.number = value)
  end
$$;

-- Further search results, beyond the searchable lists: people by name, email or phone, companies by phone, stock by serial or asset tag,
-- invoices by number, portal users by full email and phones by full serial; at most five of each, as far as the caller may see them. `id`
-- is the customer's for people and companies, but a company that is a tenant is found as one, as in the lists (lib/search/hits.ts). Phone
-- numbers match by their digits.
create function public.find_other_records(words text)
returns table (kind text, id uuid, name text, description text, tenant_id uuid)
language sql stable security invoker set search_path = '' as $$
  with bare as (select btrim(private.half_width(words)) as text where length(words) <= 1000),
  asked as (
    select text, lower(private.search_pattern(text)) as pattern, lower(private.search_pattern(private.unaccented(text))) as unaccented,
      case when length(private.searched_digits(text)) >= 4 then '%' || private.searched_digits(text) || '%' end as digits
    from bare
    where length(text) between 3 and 200 and translate(private.search_pattern(text), '%_ ', '') <> ''
  )
  (select 'contact', c.id, k.name, concat_ws(', ', c.name, k.email, k.phone), c.domain_uuid
    from asked a cross join lateral private.records_to_search('contacts', a.text) s (id)
    join public.contacts k on k.id = s.id join public.companies c on c.id = k.company_id
    where lower(case when octet_length(k.name) = length(k.name) then k.name else private.unaccented(k.name) end) like a.unaccented
      or lower(k.email) like a.pattern or k.phone like a.digits
    order by k.name, k.id limit 5)
  union all
  (select case when h.tenant then 'tenant' else 'company' end, case when h.tenant then c.domain_uuid else c.id end, c.name,
      case when h.tenant then c.tenant_code else c.phone end, c.domain_uuid
    from (select * from asked where digits is not null) a cross join lateral private.records_to_search('companies', a.text) s (id)
    join public.companies c on c.id = s.id
    cross join lateral (select coalesce(c.type = 'tenant' and c.domain_uuid is not null and c.tenant_code <> '', false) as tenant) h
    where c.phone like a.digits
    order by c.name, c.id limit 5)
  union all
  (select 'inventory', i.id, i.name, concat_ws(', ', nullif(i.serial, ''), nullif(i.asset_tag, '')), null::uuid
    from asked a cross join lateral private.records_to_search('inventory', a.text) s (id)
    join public.inventory i on i.id = s.id where lower(i.serial) like a.pattern or lower(i.asset_tag) like a.pattern
    order by i.name, i.id limit 5)
  union all
  (select 'invoice', v.id, v.number, c.name, v.tenant_id
    -- Numbers are "2026-00001": of a million invoices none has a name's letters, nor ten digits in a row.
    from (select * from asked where text ~ '^\d{0,9}[‐‑‒–—-]?\d{0,9}$') a, public.invoices v
    left join public.companies c on c.domain_uuid = v.tenant_id
    where lower(v.number) like a.pattern order by v.number desc limit 5)
  union all
  (select 'user', u.id, u.name, concat_ws(', ', c.name, u.email), u.tenant_id
    from bare b join public.portal_users u on u.email = lower(b.text) left join public.companies c on c.domain_uuid = u.tenant_id
    order by u.id limit 5)
  union all
  (select 'device', d.id, coalesce(nullif(d.label, ''), d.mac), concat_ws(', ', c.name, d.serial_number), d.tenant_id
    -- As it is stored, or all in capitals or small letters: row-level security lets an index serve `=`, but no function.
    from bare b join public.devices d on d.serial_number = any (array[b.text, upper(b.text), lower(b.text)]) and d.serial_number <> ''
    left join public.companies c on c.domain_uuid = d.tenant_id
    where b.text <> '' order by d.id limit 5)
$$;

-- Time zones for the tenant list's filter.
create function public.tenant_time_zones() returns table (time_zone text)
language sql stable security invoker set search_path = '' as $$
  select distinct t.time_zone from public.tenants t order by t.time_zone
$$;

-- What the frame of all of a tenant's pages shows; null when the caller cannot see the tenant. Every page asks for it again and again: what
-- it counts, it counts in an index.
create function public.tenant_overview(tenant uuid) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select jsonb_build_object(
    'id', t.id, 'domain', t.domain, 'time_zone', t.time_zone, 'status', t.status,
    'suspended_at', t.suspended_at, 'suspension_reason', t.suspension_reason,
    'extension_limit', t.extension_limit, 'created_at', t.created_at,
    'company_id', c.id, 'company_name', c.name, 'tenant_code', c.tenant_code,
    'extensions', (select count(*) from public.extensions e where e.tenant_id = t.id),
    'has_numbers', exists (select from public.dids d where d.tenant_id = t.id),
    'check', (select jsonb_build_object('errors', k.errors, 'warnings', k.warnings, 'notices', k.notices, 'accepted', k.accepted)
      from public.tenant_checks k where k.tenant_id = t.id)
  )
  from public.tenants t
  left join public.companies c on c.domain_uuid = t.id
  where t.id = tenant
$$;

-- The figures of a tenant's overview; null when the caller cannot see the tenant.
create function public.tenant_figures(tenant uuid) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select jsonb_build_object(
    'extensions_disabled', x.disabled, 'voicemails', x.voicemails, 'dids', n.dids, 'dids_e911', n.confirmed,
    'devices', v.devices, 'devices_provisioned', v.provisioned
  )
  from public.tenants t
  cross join lateral (select count(*) filter (where not e.enabled) as disabled,
    count(*) filter (where e.voicemail_enabled) as voicemails from public.extensions e where e.tenant_id = t.id) x
  cross join lateral (select count(*) as dids, count(*) filter (where d.e911_state = 'confirmed') as confirmed
    from public.dids d where d.tenant_id = t.id) n
  cross join lateral (select count(*) as devices, count(d.last_provisioned_at) as provisioned
    from public.devices d where d.tenant_id = t.id) v
  where t.id = tenant
$$;

-- Creating, suspending and resuming tenants, and their list.

-- Gives a company a tenant with a client-generated id and returns that id; a retry adds nothing, and is refused with other values.
-- Needs create in tenants and edit in customers. A domain or tenant code already taken raises 23505 with detail {"column"}; a company that
-- already has a tenant, 23514.
create function public.create_tenant(
  company uuid, domain text, tenant_code text, time_zone text, extension_limit integer, id uuid
) returns uuid
language plpgsql volatile security invoker set search_path = '' as $$
declare
  subject public.companies;
  wanted text := lower(btrim(domain));
begin
  perform private.require_permission(private.has_permission('tenants', 'create'));
  select * into subject from public.companies c where c.id = company;
  if subject.id is null then
    raise exception 'This company has been deleted.' using errcode = 'TR410';
  elsif subject.domain_uuid = create_tenant.id then
    perform private.require_same_attempt(
      (t.domain, t.time_zone, t.extension_limit, subject.tenant_code)
        = (wanted, create_tenant.time_zone, create_tenant.extension_limit, create_tenant.tenant_code),
      format('created the tenant %s at %s', subject.tenant_code, t.domain))
    from public.tenants t where t.id = create_tenant.id;
    return create_tenant.id;
  elsif subject.domain_uuid is not null then
    raise exception '% already has a tenant.', subject.name
      using errcode = 'check_violation', detail = '{"column": "company"}';
  elsif exists (select 1 from public.tenants t where t.domain = wanted) then
    raise exception 'Another tenant has the domain %.', wanted
      using errcode = 'unique_violation', detail = '{"column": "domain"}';
  elsif exists (select 1 from public.companies c where c.tenant_code = create_tenant.tenant_code and c.id <> company) then
    raise exception 'Another company has the tenant code %.', tenant_code
      using errcode = 'unique_violation', detail = '{"column": "tenant_code"}';
  end if;
  insert into public.tenants (id, domain, time_zone, extension_limit)
  values (create_tenant.id, wanted, create_tenant.time_zone, create_tenant.extension_limit);
  update public.companies c set type = 'tenant', domain_uuid = create_tenant.id, tenant_code = create_tenant.tenant_code,
    status = case c.status when 'prospect' then 'active' else c.status end
  where c.id = company and c.domain_uuid is null;
  if not found then
    raise exception 'Your role does not allow you to create a tenant for this company.' using errcode = 'insufficient_privilege';
  end if;
  return create_tenant.id;
end
$$;

-- Suspends a tenant ('suspended') for a reason, or resumes it ('active'). Its configuration stays. TR410 when it was deleted, TR412 when it
-- was suspended for another reason already.
create function public.set_tenant_status(tenant uuid, status text, reason text default '') returns void
language plpgsql volatile security invoker set search_path = '' as $$
declare
  known text;
begin
  perform private.require_permission(private.has_permission('tenants', 'edit'));
  update public.tenants t set status = set_tenant_status.status, suspension_reason = btrim(reason)
  where t.id = tenant and t.status is distinct from set_tenant_status.status;
  if found then
    return;
  end if;
  select t.suspension_reason into known from public.tenants t where t.id = tenant;
  if known is null then
    raise exception 'This tenant has been deleted.' using errcode = 'TR410';
  elsif status = 'suspended' and known <> btrim(reason) then
    raise exception 'It was suspended already, for this reason: %', known using errcode = 'TR412';
  end if;
end
$$;

-- 'errors', 'warnings' or 'none': the worst severity in a tenant's configuration check; null before its first check.
create function private.worst_problems(found public.tenant_checks) returns text
language sql immutable set search_path = '' as $$
  select case when found.errors > 0 then 'errors' when found.warnings > 0 then 'warnings' when found.id is not null then 'none' end
$$;

-- The condition for tenants `t` and their companies `c` that match a search: their ids when an index finds up to 5,000 of them
-- (private.matching_records). Policies then filter what the caller sees.
create function private.tenant_search_condition(search text) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  words text := private.search_words(search);
  pattern text := private.search_pattern(private.unaccented(words));
  of_company text := private.search_condition('{name,tenant_code}', words, 'c.');
  of_domain text := format('t.domain ilike %L', pattern);
  found uuid[];
begin
  if words = '' then
    return 'true';
  elsif words ~ '[[:alnum:]]{3}' and private.has_permission('tenants', 'view') then
    execute format('select array((select c.domain_uuid from public.companies c where c.domain_uuid is not null and %s limit 5001)
      union all (select t.id from public.tenants t where %s limit 5001))', of_company, of_domain) into found;
    if cardinality(found) <= 5000 then
      return format('t.id = any (%L::uuid[])', found);
    end if;
  end if;
  return format('(%s or %s)', of_company, of_domain);
end
$$;

-- The tenants `t`, their companies `c` and checks `k` that match a search and the filters $1 (status), $2 (time zone), $3 (only full) and $4
-- (problems): what public.tenant_list pages through and public.tenant_count counts.
create function private.matching_tenants(search text) returns text
language sql stable set search_path = '' as $$
  select format($query$
    public.tenants t
    join public.companies c on c.domain_uuid = t.id
    left join public.tenant_checks k on k.tenant_id = t.id
    where c.domain_uuid is not null and %s
      and ($1 is null or t.status = $1)
      and ($2 is null or t.time_zone = $2)
      and (not $3 or t.extension_limit <= (select count(*) from public.extensions e where e.tenant_id = t.id))
      and ($4 is null or $4 = private.worst_problems(k))
  $query$, private.tenant_search_condition(search))
$$;

-- One page of tenants. sort_by is code, company, domain, time_zone or created; a keyset page starts after (after_value, after_id), the sort
-- value and tenant id of the last row seen; reverse the sort to get the page before a row. only_full: tenants whose licensed seats are all
-- used. only_problems, by the configuration check: 'errors' have at least one, 'warnings' have warnings but no errors, 'none' have neither;
-- a tenant's error and warning counts are null before its first check. Counts are only computed for the page's rows; calls_today counts
-- from midnight in the tenant's time zone.
create function public.tenant_list(
  search text default null,
  only_status text default null,
  only_time_zone text default null,
  only_full boolean default false,
  only_problems text default null,
  sort_by text default 'company',
  descending boolean default false,
  after_value text default null,
  after_id uuid default null,
  page_size integer default 50
)
returns table (
  id uuid, company_id uuid, company_name text, tenant_code text, domain text, time_zone text, status text,
  extension_limit integer, extensions bigint, dids bigint, devices bigint, calls_today bigint, errors integer, warnings integer,
  created_at timestamptz, sort_value text
)
language plpgsql stable security invoker set search_path = '' as $$
declare
  -- The sort key and the tenant's id, both from one table: an index has them in this order, and a page seeks to its start there.
  sort_key text := case sort_by
    when 'code' then 'coalesce(c.tenant_code, '''')'
    when 'company' then 'c.name'
    when 'domain' then 't.domain'
    when 'time_zone' then 't.time_zone'
    when 'created' then 't.created_at'
  end;
  sort_id text := case when sort_by in ('code', 'company') then 'c.domain_uuid' else 't.id' end;
  key_type text := case sort_by when 'created' then 'timestamptz' else 'text' end;
  direction text := case when descending then 'desc' else 'asc' end;
  comparison text := case when descending then '<' else '>' end;
begin
  if sort_key is null then
    raise exception 'Tenants cannot be sorted by %.', sort_by using errcode = 'invalid_parameter_value';
  end if;
  return query execute format($query$
    with page as (
      select t.id, c.id as company_id, c.name as company_name, c.tenant_code, t.domain, t.time_zone, t.status,
        t.extension_limit, t.created_at, k.errors, k.warnings, %1$s as sort_key
      from %4$s
        and ($6 is null or (%1$s, %5$s) %3$s ($5::%6$s, $6))
      order by %1$s %2$s, %5$s %2$s
      limit $7
    )
    select p.id, p.company_id, p.company_name, p.tenant_code, p.domain, p.time_zone, p.status, p.extension_limit,
      (select count(*) from public.extensions e where e.tenant_id = p.id),
      (select count(*) from public.dids n where n.tenant_id = p.id),
      (select count(*) from public.devices v where v.tenant_id = p.id),
      (select coalesce(sum(h.calls), 0) from public.cdr_hourly h
        where h.tenant_id = p.id and h.hour >= private.start_of_day(p.time_zone)),
      p.errors, p.warnings, p.created_at, p.sort_key::text
    from page p
    order by p.sort_key %2$s, p.id %2$s
  $query$, sort_key, direction, comparison, private.matching_tenants(search), sort_id, key_type)
  using only_status, only_time_zone, only_full, only_problems, after_value, after_id, private.page_limit(page_size, 200);
end
$$;

-- The number of tenants for these filters; counting stops after private.counted_to.
create function public.tenant_count(
  search text default null, only_status text default null, only_time_zone text default null, only_full boolean default false,
  only_problems text default null
) returns integer
language plpgsql stable security invoker set search_path = '' as $$
declare
  counted integer;
begin
  execute format('select count(*) from (select 1 from %s limit private.counted_to() + 1) counted', private.matching_tenants(search))
    into counted using only_status, only_time_zone, only_full, only_problems;
  return counted;
end
$$;

-- Everything the 911 check needs about a tenant, in one call (read by lib/telephony/emergency-readiness.ts); null when the caller cannot
-- see the tenant.
create function public.emergency_readiness(tenant uuid) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
begin
  if not exists (select 1 from public.tenants t where t.id = tenant) then
    return null;
  end if;
  return jsonb_build_object(
    'notificationEmails', coalesce((select to_jsonb(s.emergency_notification_emails) from public.tenant_settings s
      where s.tenant_id = tenant and s.emergency_notification_emails is not null), '[]'),
    'outboundRoutes', (select coalesce(jsonb_agg(jsonb_build_object('name', r.name, 'matches', r.matches,
        'pattern', r.pattern, 'strip_digits', r.strip_digits, 'prefix', r.prefix, 'position', r.position,
        'enabled', r.enabled, 'carriesEmergency', exists (select 1 from public.gateway_names g
          where g.id in (r.gateway_1_id, r.gateway_2_id, r.gateway_3_id) and g.enabled and g.may_carry_emergency))
        order by r.position), '[]')
      from public.outbound_routes r where r.tenant_id = tenant),
    'extensions', (select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'extension', e.extension,
        'name', e.effective_caller_id_name, 'enabled', e.enabled, 'location', e.location,
        'emergencyDidId', e.emergency_did_id) order by length(e.extension), e.extension), '[]')
      from public.extensions e where e.tenant_id = tenant),
    'devices', (select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'label', coalesce(nullif(d.label, ''), d.mac),
        'enabled', d.enabled, 'location', d.location, 'extensionIds', (select coalesce(jsonb_agg(distinct l.extension_id), '[]')
          from public.device_lines l where l.device_id = d.id)) order by d.mac), '[]')
      from public.devices d where d.tenant_id = tenant),
    'dids', (select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'number', d.number, 'state', d.e911_state,
        'reason', d.e911_reason, 'emergencyAddressId', d.emergency_address_id, 'enabled', d.enabled,
        'leaving', d.status = 'porting_out', 'voice', d.voice, 'routed', coalesce(o.enabled, false),
        'callBack', d.emergency) order by d.number), '[]')
      from public.dids d left join public.destinations o on o.id = d.destination_id where d.tenant_id = tenant),
    'addresses', (select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'label', a.label,
        'validatedAt', a.validated_at) order by a.label), '[]')
      from public.emergency_addresses a where a.tenant_id = tenant));
end
$$;

-- Exporting a tenant's configuration as one document, and creating a tenant from one: everything gets new ids, and references point to the
-- new tenant's own records.

-- Tables of a configuration, each after those it refers to. `kind`: the kind of destinations it publishes. `in_templates`: whether a tenant
-- created from a template gets its rows; a document has them all. `personal`: columns about the old tenant's people and site, which
-- templates leave out. `left_out`: columns that record usage, not configuration. `needs`: references a row cannot do without; it is left
-- out when they are. A copy's numbers are registered for 911 again, and its extensions choose their emergency caller ID once that is confirmed.
create function private.configuration_tables() returns table (
  place integer, table_name text, kind text, of_extensions boolean, in_templates boolean, personal text[], left_out text[], needs text[]
)
language sql immutable set search_path = '' as $$
  values (1, 'feature_codes', null, false, true, '{}'::text[], '{}'::text[], '{}'::text[]),
    (2, 'emergency_addresses', null, false, false, '{}', '{validated_at}', '{}'),
    (3, 'dids', null, false, false, '{}', '{status,carrier,gateway_id,tags,aging_until,emergency_address_id,e911_state,e911_reason,'
      'e911_reference,e911_submitted_at,e911_submitted_by,e911_answered_at,e911_answered_by}', '{}'),
    (4, 'did_conditions', null, false, false, '{}', '{}', '{did_id}'),
    (5, 'tenant_settings', null, false, true, '{emergency_notification_emails,registration_addresses}', '{}', '{}'),
    (6, 'extensions', 'extensions', true, true,
      '{voicemail_email,effective_caller_id_number,first_name,last_name,location,do_not_disturb,suspended}',
      '{emergency_did_id,greeting_time_condition_id,closed_greeting_recording_id,away_greeting_recording_id,away_until}', '{}'),
    (7, 'extension_follow_me', null, true, true, '{}', '{}', '{extension_id,target_destination_id}'),
    (8, 'ring_groups', 'ring_groups', false, true, '{missed_call_email}', '{}', '{}'),
    (9, 'ring_group_members', null, false, true, '{}', '{}', '{ring_group_id,extension_id}'),
    (10, 'ivr_menus', 'ivr_menus', false, true, '{}', '{}', '{}'),
    (11, 'ivr_menu_options', null, false, true, '{}', '{}', '{ivr_menu_id}'),
    (12, 'time_conditions', 'time_conditions', false, true, '{}', '{}', '{}'),
    (13, 'time_condition_rules', null, false, true, '{}', '{}', '{time_condition_id}'),
    (14, 'call_flows', 'call_flows', false, true, '{}', '{state,switched_at,switched_by,reverts_at}', '{}'),
    (15, 'call_center_queues', 'call_centers', false, true, '{}', '{}', '{}'),
    (16, 'call_center_agents', null, false, true, '{}', '{status,status_changed_at}', '{extension_id}'),
    (17, 'call_center_tiers', null, false, true, '{}', '{}', '{queue_id,agent_id}'),
    (18, 'outbound_routes', null, false, true, '{}', '{}', '{gateway_1_id}'),
    (19, 'call_block_rules', null, false, true, '{}', '{hits,last_hit_at}', '{extension_id,destination_id}'),
    (20, 'device_profiles', null, false, true, '{}', '{}', '{}'),
    (21, 'device_profile_keys', null, false, true, '{}', '{}', '{profile_id,destination_id}'),
    (22, 'device_profile_settings', null, false, true, '{}', '{}', '{profile_id}'),
    (23, 'devices', null, false, false, '{}', '{last_provisioned_at,inventory_id}', '{}'),
    (24, 'device_lines', null, false, false, '{}', '{}', '{device_id,extension_id}'),
    (25, 'device_keys', null, false, false, '{}', '{}', '{device_id,destination_id}'),
    (26, 'portal_users', null, false, false, '{}', '{auth_user_id,invited_at,accepted_at}', '{}'),
    (27, 'portal_user_extensions', null, false, false, '{}', '{}', '{portal_user_id,extension_id}'),
    (28, 'park_lots', null, false, true, '{}', '{}', '{}'),
    (29, 'conference_rooms', 'conference_rooms', false, true, '{}', '{}', '{}'),
    (30, 'paging_groups', 'paging_groups', false, true, '{}', '{}', '{}'),
    (31, 'paging_group_members', null, false, true, '{}', '{}', '{paging_group_id,extension_id}'),
    (32, 'fax_boxes', 'fax_boxes', false, true, '{recipients}', '{}', '{}'),
    (33, 'call_expectations', null, false, false, '{}', '{}', '{destination_id}')
$$;

-- The column by which a row is about the old tenant's people, so that templates leave the row out: a group's member outside, who is
-- somebody's own phone, and whom an extension or the tenant blocks. Tenant-wide outbound rules are kept, because they prevent toll fraud.
create function private.personal_by(table_name text, given jsonb) returns text
language sql immutable set search_path = '' as $$
  select case
    when table_name = 'ring_group_members' and given ->> 'external_number' is not null then 'external_number'
    when table_name = 'call_block_rules' and given ->> 'extension_id' is not null then 'extension_id'
    when table_name = 'call_block_rules' and given ->> 'direction' = 'inbound' then 'number' end
$$;

-- The name that a template's row has instead of a person's: none for an extension that has a first or last name, whose caller ID name is
-- that person's, and for an agent its extension's name, or else its number.
create function private.impersonal_name(table_name text, given jsonb) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select case table_name
    when 'extensions' then case when given ->> 'first_name' <> '' or given ->> 'last_name' <> ''
      then '{"effective_caller_id_name": ""}'::jsonb end
    when 'call_center_agents' then (select jsonb_build_object('name',
        case when e.first_name = '' and e.last_name = '' and e.effective_caller_id_name ~ '[^ ]' then e.effective_caller_id_name
          else e.extension end)
      from public.extensions e where e.id = (given ->> 'extension_id')::uuid) end
$$;

-- Columns that refer to another record of the same tenant, or to a gateway.
create function private.tenant_references(target regclass) returns table (column_name text, refers_to text)
language sql stable set search_path = '' as $$
  select a.attname::text, r.relname::text
  from pg_catalog.pg_constraint k
  join pg_catalog.pg_class r on r.oid = k.confrelid
  join pg_catalog.pg_attribute a on a.attrelid = k.conrelid and a.attnum = any (k.conkey) and a.attname <> 'tenant_id'
  where k.contype = 'f' and k.conrelid = target
    and (cardinality(k.conkey) = 2 or k.confrelid = 'public.gateways'::regclass)
$$;

-- A row with the document's names instead of ids.
create function private.named_row(given jsonb, names jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_object_agg(e.key, case when e.key ~ '^id$|_id$' then coalesce(names -> (e.value #>> '{}'), e.value) else e.value end)
  from jsonb_each(given) e
$$;

-- The tenant's records that ask callers for a PIN; none for callers who may not view them.
create function private.records_with_pin(tenant uuid) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select s.owner_id from public.secrets s
  join private.secret_rules r on r.owner_table = s.owner_table and r.field = s.field
  where s.tenant_id = $1 and s.field = 'pin' and private.has_permission(r.section, 'view')
$$;

-- Ids only mean something within one tenant; the document names rows by table and position, gateways by name, and other destinations by
-- kind and number, so that exporting a tenant created from it gives an identical document. Rows are created in document order, which
-- created_at preserves for tables without a number. It has no PINs, but says with asks_pin whose rows have one: without it, they are open.
create function private.tenant_configuration(tenant uuid, as_template boolean) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  part record;
  found_rows jsonb;
  parts jsonb := '{}';
  names jsonb := coalesce((select jsonb_object_agg(g.id, 'gateways:' || g.name) from public.gateway_names g), '{}');
  others jsonb;
  with_pin uuid[] := array(select private.records_with_pin(tenant));
begin
  for part in select * from private.configuration_tables() where in_templates or not as_template order by place loop
    execute format($q$select coalesce(jsonb_agg(to_jsonb(t) - $2 || case when t.id = any ($4) then '{"asks_pin": true}' else '{}' end::jsonb
          || case when $5 then coalesce(private.impersonal_name(%1$L, to_jsonb(t)), '{}') else '{}' end
        order by coalesce(to_jsonb(t) ->> 'feature', to_jsonb(t) ->> 'number'), t.created_at, (to_jsonb(t) - $3)::text, t.id), '[]')
      from public.%1$I t where t.tenant_id = $1$q$, part.table_name)
      into found_rows using tenant,
        part.left_out || case when as_template then part.personal else '{}' end || '{tenant_id,created_at,updated_at,version}'::text[],
        array(select c.column_name from private.tenant_references(format('public.%I', part.table_name)::regclass) c)
          || part.left_out || '{id,tenant_id,created_at,updated_at,version}'::text[], with_pin, as_template;
    names := names || coalesce((select jsonb_object_agg(r ->> 'id', part.table_name || ':' || place)
      from jsonb_array_elements(found_rows) with ordinality f (r, place)), '{}');
    parts := parts || jsonb_build_object(part.table_name, found_rows);
  end loop;
  with mentioned as (
    select distinct e.value #>> '{}' as id
    from jsonb_each(parts) p, jsonb_array_elements(p.value) r, jsonb_each(r) e
    where e.key like '%\_id' and jsonb_typeof(e.value) = 'string'
  )
  select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'kind', d.kind, 'number', d.number,
    'name', d.name, 'record_id', d.record_id, 'feature', f.feature) order by d.kind, d.number, d.id), '[]') into others
  from mentioned m join public.destinations d on d.id::text = m.id
  left join public.feature_codes f on f.id = d.record_id
  where d.tenant_id = tenant and d.kind in ('voicemails', 'external', 'unknown', 'other', 'recordings');
  names := names || coalesce((select jsonb_object_agg(d ->> 'id', (d ->> 'kind') || ':' || (d ->> 'number'))
    from jsonb_array_elements(others) d), '{}');
  return (
    select jsonb_build_object('format', 'trunkline-tenant', 'version', 1, 'domain', t.domain, 'time_zone', t.time_zone,
      'extension_limit', t.extension_limit,
      'tables', (select jsonb_object_agg(p.key, (select coalesce(jsonb_agg(private.named_row(r, names) order by place), '[]')
        from jsonb_array_elements(p.value) with ordinality w (r, place))) from jsonb_each(parts) p),
      'destinations', (select coalesce(jsonb_agg(private.named_row(d, names) order by place), '[]')
        from jsonb_array_elements(others) with ordinality w (d, place)))
    from public.tenants t where t.id = tenant);
end
$$;

-- A tenant's whole configuration as a document (format 'trunkline-tenant', version 1; lib/tenants/configuration.ts) without secrets, audio
-- and usage; null when the caller cannot see the tenant.
create function public.tenant_configuration(tenant uuid) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
begin
  perform private.require_permission(private.has_permission('tenants', 'export'));
  perform private.require_permission(private.has_permission('telephony', 'view'));
  return private.tenant_configuration(tenant, false);
end
$$;

-- Reserves destinations for records created later, so that records can refer to each other in any order.
create function private.reserve_destinations(tenant uuid, kind text, records uuid[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_permission(private.has_permission('telephony', 'create'));
  insert into public.destinations (id, tenant_id, kind, record_id, number)
  select private.destination_id(reserve_destinations.kind, r),
    tenant, reserve_destinations.kind, r, ''
  from unnest(records) r;
end
$$;

-- Rows to create for one table of a configuration.
create function private.configuration_rows(configuration jsonb, table_name text, of_extensions boolean, with_extensions boolean)
returns setof jsonb
language sql immutable set search_path = '' as $$
  select r from jsonb_array_elements(coalesce(configuration -> 'tables' -> table_name, '[]')) r
  where (with_extensions or not of_extensions) and r ->> 'id' is not null
$$;

-- Maps each id in the document to the new tenant's id, where it has a counterpart. Creates the external destinations, without those of a
-- template's people.
create function private.configuration_ids(tenant uuid, configuration jsonb, with_extensions boolean, as_template boolean) returns jsonb
language plpgsql volatile security invoker set search_path = '' as $$
declare
  part record;
  destination jsonb;
  fresh jsonb;
  wanted text[] := '{}';
  ids jsonb := coalesce((select jsonb_object_agg('gateways:' || g.name, g.id) from public.gateway_names g), '{}');
begin
  for part in select * from private.configuration_tables() order by place loop
    -- A number is a single row, whichever tenant has it.
    select coalesce(jsonb_object_agg(r ->> 'id', case part.table_name when 'dids'
      then coalesce((select d.id from public.dids d where d.number = r ->> 'number'), gen_random_uuid())
      else gen_random_uuid() end), '{}') into fresh
    from private.configuration_rows(configuration, part.table_name, part.of_extensions, with_extensions) r;
    ids := ids || fresh;
    if part.kind is not null then
      perform private.reserve_destinations(tenant, part.kind, array(select f.value::uuid from jsonb_each_text(fresh) f));
    end if;
    wanted := wanted || array(select distinct r ->> c.column_name
      from private.configuration_rows(configuration, part.table_name, part.of_extensions, with_extensions) r,
        private.tenant_references(format('public.%I', part.table_name)::regclass) c
      where r ->> c.column_name is not null and c.refers_to = 'destinations'
        and not (as_template and (private.personal_by(part.table_name, r) is not null
          or part.of_extensions and r ->> c.column_name like 'external:%')));
    if part.kind = 'extensions' then
      perform private.reserve_destinations(tenant, 'voicemails', array(select f.value::uuid from jsonb_each_text(fresh) f));
    end if;
  end loop;
  for destination in select d from jsonb_array_elements(coalesce(configuration -> 'destinations', '[]')) d
    where d ->> 'id' = any (wanted) loop
    ids := ids || coalesce(case destination ->> 'kind'
      when 'voicemails' then (select jsonb_build_object(destination ->> 'id',
          private.destination_id('voicemails', (ids ->> (destination ->> 'record_id'))::uuid))
        where ids ? (destination ->> 'record_id'))
      when 'other' then (select jsonb_build_object(destination ->> 'id', d.id) from public.destinations d
        left join public.feature_codes f on f.id = d.record_id
        where d.tenant_id = tenant and d.kind = 'other' and (f.feature = destination ->> 'feature'
          or (f.id is null and d.number = destination ->> 'number')) limit 1)
      when 'recordings' then null
      else jsonb_build_object(destination ->> 'id',
        public.destination_for(tenant, destination ->> 'kind', destination ->> 'number'))
    end, '{}');
  end loop;
  return ids;
end
$$;

-- A configuration row with the new tenant's ids; null when something it needs is missing. Routes to missing destinations hang up,
-- forwarding to them is turned off, other missing references are cleared; `lost` names the columns. Without `outside`, outside numbers are
-- missing.
create function private.row_for_tenant(
  part_table text, needs text[], given jsonb, ids jsonb, outside boolean, hang_up uuid, out made jsonb, out lost text[]
)
language plpgsql stable set search_path = '' as $$
declare
  reference record;
begin
  made := given;
  lost := '{}';
  for reference in select * from private.tenant_references(format('public.%I', part_table)::regclass)
    where given ->> column_name is not null loop
    continue when reference.column_name = 'id';
    if ids ? (given ->> reference.column_name) and (outside or given ->> reference.column_name not like 'external:%') then
      made := made || jsonb_build_object(reference.column_name, ids ->> (given ->> reference.column_name));
      continue;
    end if;
    lost := lost || reference.column_name;
    if reference.column_name = any (needs) then
      made := null;
      return;
    end if;
    made := made || case
      when reference.column_name like 'forward\_%' then jsonb_build_object(reference.column_name, null,
        replace(reference.column_name, '_destination_id', '_enabled'), false)
      when reference.refers_to = 'destinations' then jsonb_build_object(reference.column_name, hang_up)
      else jsonb_build_object(reference.column_name, null) end;
  end loop;
  -- A third gateway moves up when the second is missing.
  if made ->> 'gateway_2_id' is null and made ->> 'gateway_3_id' is not null then
    made := made || jsonb_build_object('gateway_2_id', made -> 'gateway_3_id', 'gateway_3_id', null);
  end if;
end
$$;

-- Assigns a number that could be assigned (as assign_number) or is not known yet; 23505 when another tenant has it, or while it is aging or
-- being ported.
create function private.assign_configured_number(tenant uuid, did uuid, given jsonb) returns void
language plpgsql volatile security invoker set search_path = '' as $$
declare
  columns text := private.column_list(private.checked_columns('public.dids', given));
begin
  update public.dids d set tenant_id = tenant, status = 'assigned'
  where d.id = did and d.tenant_id is null
    and (d.status in ('available', 'reserved') or d.status = 'aging' and d.aging_until <= private.business_today());
  if not found then
    insert into public.dids (id, tenant_id, number, status) values (did, tenant, given ->> 'number', 'assigned');
  end if;
  execute format('update public.dids set (%1$s) = (select %1$s from jsonb_populate_record(null::public.dids, $2)) where id = $1', columns)
    using did, given;
end
$$;

create function private.store_configured_row(part_table text, tenant uuid, record uuid, given jsonb) returns void
language plpgsql volatile security invoker set search_path = '' as $$
declare
  target regclass := format('public.%I', part_table)::regclass;
  filled jsonb := given - 'id' || jsonb_build_object('tenant_id', tenant);
begin
  if part_table = 'feature_codes' then
    update public.feature_codes f set code = given ->> 'code', name = given ->> 'name', enabled = (given ->> 'enabled')::boolean
    where f.tenant_id = tenant and f.feature = given ->> 'feature'
      and (f.code, f.name, f.enabled) is distinct from (given ->> 'code', given ->> 'name', (given ->> 'enabled')::boolean);
  elsif part_table = 'dids' then
    perform private.assign_configured_number(tenant, record, filled);
  else
    execute format('insert into %1$s (id, created_at, %2$s) select $1, clock_timestamp(), %2$s from jsonb_populate_record(null::%1$s, $2)',
      target, private.column_list(private.checked_columns(target, filled)))
      using case part_table when 'tenant_settings' then tenant else record end, filled;
  end if;
end
$$;

-- Fills a new tenant. made: {table: rows}; changed: what was dropped, [{table, column, rows, dropped}], including numbers and phones held
-- by others or not the caller's to assign; problems: what could not be stored, [{table, label, message}], at most 100. A lock timeout, for
-- which no row is at fault, fails the request. A template's extensions do not forward to outside numbers, which are its people's own
-- phones, and rows about its people are left out. What asks for a PIN is without it, so those of the routes that lead to expensive
-- destinations start disabled, as in private.default_route_enabled (toll fraud). Firmware addresses are left to those who may set them.
create function private.load_configuration(
  tenant uuid, configuration jsonb, with_extensions boolean, as_template boolean, out made jsonb, out changed jsonb, out problems jsonb
)
language plpgsql volatile security invoker set search_path = '' as $$
declare
  ids jsonb := private.configuration_ids(tenant, configuration, with_extensions, as_template);
  hang_up uuid := (select d.id from public.destinations d where d.tenant_id = tenant and d.kind = 'other' and d.number = 'hangup');
  part record;
  given jsonb;
  outcome record;
  counted integer;
  given_up jsonb := '[]';
  message text;
  personal text;
  unlocked boolean;
  switched_off boolean;
  without_firmware boolean;
begin
  made := '{}';
  problems := '[]';
  for part in select * from private.configuration_tables() order by place loop
    counted := 0;
    for given in select r - part.left_out - '{tenant_id,created_at,updated_at,version}'::text[]
      from private.configuration_rows(configuration, part.table_name, part.of_extensions, with_extensions) r loop
      personal := case when as_template then private.personal_by(part.table_name, given) end;
      if personal is not null then
        given_up := given_up || jsonb_build_object('table', part.table_name, 'column', personal, 'dropped', true);
        continue;
      end if;
      unlocked := given -> 'asks_pin' is not distinct from 'true';
      switched_off := unlocked and part.table_name = 'outbound_routes' and given ->> 'toll_class' in ('international', 'premium')
        and given -> 'enabled' = 'true';
      without_firmware := given ->> 'phone_firmware_url' <> 'none' and not private.has_permission('telephony', 'reveal_secrets');
      if without_firmware then
        given := given - 'phone_firmware_url';
      end if;
      given := given - 'asks_pin' || case when switched_off then '{"enabled": false}' else '{}' end::jsonb;
      begin
        select * into outcome from private.row_for_tenant(part.table_name, part.needs, given, ids,
          not (as_template and part.of_extensions), hang_up);
        given_up := given_up || coalesce((select jsonb_agg(jsonb_build_object('table', part.table_name, 'column', c,
          'dropped', outcome.made is null)) from unnest(outcome.lost) c), '[]');
        if outcome.made is not null then
          perform private.store_configured_row(part.table_name, tenant, (ids ->> (given ->> 'id'))::uuid, outcome.made);
          counted := counted + 1;
          if unlocked then
            given_up := given_up || jsonb_build_object('table', part.table_name, 'column', case when switched_off then 'enabled' else 'pin' end,
              'dropped', false);
          end if;
          if without_firmware then
            given_up := given_up || jsonb_build_object('table', part.table_name, 'column', 'phone_firmware_url', 'dropped', false);
          end if;
        else
          -- Rows that need it are left out too.
          ids := ids - (given ->> 'id');
        end if;
      exception when lock_not_available then
        raise;
      when others then
        get stacked diagnostics message = message_text;
        ids := ids - (given ->> 'id');
        if part.table_name in ('dids', 'devices') and sqlstate in ('23505', '42501') then
          given_up := given_up || jsonb_build_object('table', part.table_name, 'column', 'id', 'dropped', true);
        elsif jsonb_array_length(problems) < 100 then
          problems := problems || jsonb_build_object('table', part.table_name, 'label', private.record_label(given), 'message', message);
        end if;
      end;
    end loop;
    made := made || jsonb_build_object(part.table_name, counted);
  end loop;
  -- Deferred checks would otherwise run at the end of the transaction.
  begin
    perform private.check_deferred_constraints();
    set constraints all deferred;
  exception when lock_not_available then
    raise;
  when others then
    get stacked diagnostics message = message_text;
    problems := problems || jsonb_build_object('table', 'ivr_menus', 'label', '', 'message', message);
  end;
  select coalesce(jsonb_agg(g), '[]') into changed from (
    select e ->> 'table' as "table", e ->> 'column' as "column", (e ->> 'dropped')::boolean as dropped, count(*) as rows
    from jsonb_array_elements(given_up) e group by 1, 2, 3 order by 1, 2, 3) g;
end
$$;

-- Creates a tenant as public.create_tenant does, with the configuration of the tenant `template` or of a document from
-- public.tenant_configuration. All or nothing: with problems, or as a `dry_run`, nothing is kept. Returns {id, made: {table: rows},
-- changed: [{table, column, dropped, rows}], problems: [{table, label, message}]}. Repeated, it does what create_tenant does then, but a
-- dry run is refused: it is no repetition, and what it would tell of has another configuration by now. Rows are stored one by one, which
-- takes longer for a thousand extensions than hosted Supabase gives a statement.
create function public.create_tenant_from(
  company uuid, domain text, tenant_code text, time_zone text, extension_limit integer, id uuid,
  template uuid default null, configuration jsonb default null, with_extensions boolean default true, dry_run boolean default true
) returns jsonb
language plpgsql volatile security invoker set search_path = '' set statement_timeout = '60s' as $$
declare
  source jsonb := configuration;
  loaded record;
  answer jsonb := jsonb_build_object('id', create_tenant_from.id, 'made', '{}'::jsonb, 'changed', '[]'::jsonb, 'problems', '[]'::jsonb);
begin
  perform private.require_permission(private.has_permission('tenants', 'create'));
  if template is not null then
    source := private.tenant_configuration(template, true);
  end if;
  if source ->> 'format' is distinct from 'trunkline-tenant' or source ->> 'version' is distinct from '1' then
    raise exception 'This file is not a tenant configuration.' using errcode = 'check_violation';
  end if;
  if exists (select 1 from public.companies c where c.id = company and c.domain_uuid = create_tenant_from.id) then
    perform public.create_tenant(company, domain, tenant_code, time_zone, extension_limit, create_tenant_from.id);
    if dry_run then
      raise exception 'An earlier attempt has already created the tenant % at %. Leave this form and change it there.', tenant_code, domain
        using errcode = 'TR422';
    end if;
    return answer;
  end if;
  begin
    perform public.create_tenant(company, domain, tenant_code, time_zone, extension_limit, create_tenant_from.id);
    select * into loaded from private.load_configuration(create_tenant_from.id, source, with_extensions, template is not null);
    answer := answer || to_jsonb(loaded);
    if dry_run or jsonb_array_length(loaded.problems) > 0 then
      raise exception 'undo' using errcode = 'TR000';
    end if;
  exception when sqlstate 'TR000' then
    null;
  end;
  return answer;
end
$$;

-- Onboarding won opportunities: a plan is confirmed, then run. A won opportunity can go back to another stage and be won again, or grow
-- while it is won: what was set up stays, and another plan sets up the rest.

create table public.provisioning_runs (
  like private.record_columns including all,
  opportunity_id uuid not null references public.opportunities (id) on delete cascade,
  plan jsonb not null,
  sold jsonb not null,
  made jsonb not null
);
comment on column public.provisioning_runs.plan is 'The confirmed plan (public.run_won_plan)';
comment on column public.provisioning_runs.sold is 'The line items at that time, by id (private.what_is_sold)';
comment on column public.provisioning_runs.made is 'Ids of what was created or assigned';
create index provisioning_runs_opportunity_idx on public.provisioning_runs (opportunity_id, created_at);
select private.declare_parts('provisioning_runs', of => 'opportunities', by => 'opportunity_id', may_create => '{edit}',
  may_edit => '{}', may_delete => '{}', counted => false);
revoke update, delete on public.provisioning_runs from authenticated;

-- Raises an error when a step of the plan changed nothing: the row was deleted, or the caller may not change it.
create function private.require_step(done boolean, step text) returns void
language plpgsql set search_path = '' as $$
begin
  if not done then
    raise exception 'Your role does not allow you to %.', step using errcode = 'insufficient_privilege';
  end if;
end
$$;

-- The company's tenant, created if it has none; `wanted` is the plan's tenant. The company is already locked, and becomes an active customer.
-- One with a tenant stays suspended, or becomes so if its tenant is suspended and the caller may see that.
create function private.ensure_won_tenant(company public.companies, wanted jsonb) returns uuid
language plpgsql volatile security invoker set search_path = '' as $$
declare
  tenant uuid := company.domain_uuid;
  seats integer := (wanted ->> 'seats')::integer;
begin
  if tenant is null and wanted is null then
    update public.companies c set status = 'active' where c.id = company.id;
    perform private.require_step(found, 'change customers');
    return null;
  end if;
  if tenant is null then
    tenant := coalesce((wanted ->> 'id')::uuid, gen_random_uuid());
    insert into public.tenants (id, domain, time_zone, extension_limit) values (
      tenant, wanted ->> 'domain', coalesce(wanted ->> 'time_zone', company.time_zone, 'America/New_York'), coalesce(seats, 20));
    update public.companies c set status = 'active', type = 'tenant', domain_uuid = tenant,
      tenant_code = coalesce(c.tenant_code, wanted ->> 'code') where c.id = company.id;
    perform private.require_step(found, 'change customers');
    return tenant;
  end if;
  update public.companies c set status = case when c.status = 'suspended' then c.status
    else coalesce((select t.status from public.tenants t where t.id = tenant), 'active') end
  where c.id = company.id;
  perform private.require_step(found, 'change customers');
  if seats is not null then
    update public.tenants t set extension_limit = seats where t.id = tenant and t.extension_limit < seats;
  end if;
  return tenant;
end
$$;

-- The most that a plan creates at once, and the most numbers in each of its port orders; its form (lib/sales/plan-form.ts) and that of port
-- orders (lib/resources/port-order.ts) read the same.
create function private.plan_limits() returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('extensions', 1000, 'models', 20, 'phones', 1000, 'numbers_per_port_order', 1000)
$$;

-- Reserves phones from stock for the company and puts the missing ones on order; `wanted`: [{model, quantity}]. Phones of other companies
-- stay theirs. An ordered phone is a stock item without a MAC address, which it gets when received.
create function private.reserve_stock(company uuid, wanted jsonb) returns uuid[]
language plpgsql volatile security invoker set search_path = '' as $$
declare
  most constant jsonb := private.plan_limits();
  line record;
  taken uuid[];
  every uuid[] := '{}';
begin
  if jsonb_array_length(wanted) > (most ->> 'models')::integer
      or exists (select 1 from jsonb_to_recordset(wanted) w (quantity integer) where w.quantity > (most ->> 'phones')::integer) then
    raise exception 'A plan takes at most % models and % phones of each.', most ->> 'models',
      to_char((most ->> 'phones')::integer, 'FM999,999') using errcode = 'check_violation';
  end if;
  for line in select w.model, w.quantity from jsonb_to_recordset(wanted) w (model text, quantity integer)
      where w.quantity > 0 order by w.model loop
    with chosen as (
      select i.id from public.inventory i where i.status = 'in_stock' and private.model_key(i.model) = private.model_key(line.model)
        and private.is_free_for(i.company_id, company)
      order by i.created_at, i.id limit line.quantity for update skip locked
    ), reserved as (
      update public.inventory i set status = 'reserved', company_id = company
      from chosen where i.id = chosen.id returning i.id
    )
    select coalesce(array_agg(r.id), '{}') into taken from reserved r;
    every := every || taken;
    with ordered as (
      insert into public.inventory (name, model, status, company_id)
      select line.model, line.model, 'ordered', company from generate_series(cardinality(taken) + 1, line.quantity)
      returning id
    )
    select every || coalesce(array_agg(r.id), '{}') into every from ordered r;
  end loop;
  return every;
end
$$;

-- An opportunity's numbers that are in none of its port orders, except canceled ones, and are not known to be impossible to port.
create function private.numbers_to_order(opportunity uuid) returns table (number text)
language plpgsql stable security invoker set search_path = '' as $$
begin
  return query select n.number from public.opportunity_numbers n
  where n.opportunity_id = opportunity and n.portable is distinct from false and not exists (
    select 1 from public.port_order_numbers o join public.port_orders p on p.id = o.port_order_id
    where o.number = n.number and p.opportunity_id = opportunity and p.state <> 'cancelled');
end
$$;

-- What an opportunity's plans have set up and still exists, as far as the caller may see it; null before a plan has run.
create function private.won_plan_result(opportunity uuid) returns jsonb
language sql stable security invoker set search_path = '' as $$
  with runs as (
    select r.made from public.provisioning_runs r where r.opportunity_id = opportunity
  ), made as (
    -- The tenant of a plan that was undone is gone.
    select k.id as tenant_id, bool_or((m.made ->> 'tenant_made')::boolean) filter (where m.made ->> 'tenant_id' = k.id::text) as tenant_made
    from runs m
    left join (select x.id from public.tenants x join runs r on r.made ->> 'tenant_id' = x.id::text limit 1) k on true
    group by k.id
  )
  select jsonb_build_object(
    -- The company may have been merged since.
    'company_id', o.company_id,
    'tenant_id', t.id,
    'tenant_made', coalesce(made.tenant_made, false) and t.id is not null,
    'extensions', coalesce((select jsonb_agg(e.extension order by length(e.extension), e.extension) from public.extensions e
      where e.tenant_id = t.id and exists (select 1 from runs m where m.made -> 'extensions' ? e.extension)), '[]'),
    'subscriptions', coalesce((select jsonb_agg(s.id order by s.created_at, s.id) from public.subscriptions s
      join public.opportunity_items i on i.id = s.opportunity_item_id and i.opportunity_id = o.id
      where not private.is_one_time(s) and (s.ends_on is null or s.ends_on >= (select private.business_today()))), '[]'),
    'charges', coalesce((select jsonb_agg(s.id order by s.created_at, s.id) from public.subscriptions s
      join public.opportunity_items i on i.id = s.opportunity_item_id and i.opportunity_id = o.id
      where private.is_one_time(s)), '[]'),
    'stock', coalesce((select jsonb_agg(i.id order by i.created_at, i.id) from public.inventory i
      where i.company_id = o.company_id and i.status <> 'in_stock'
        and exists (select 1 from runs m where m.made -> 'stock' ? i.id::text)), '[]'),
    'ordered', (select count(*) from public.inventory i
      where i.company_id = o.company_id and i.status = 'ordered'
        and exists (select 1 from runs m where m.made -> 'stock' ? i.id::text)),
    'port_orders', coalesce((select jsonb_agg(p.id order by p.created_at, p.id) from public.port_orders p
      where p.state <> 'cancelled' and exists (select 1 from runs m where m.made -> 'port_orders' ? p.id::text)), '[]'))
  from public.opportunities o
  cross join made
  left join public.tenants t on t.id = made.tenant_id
  where o.id = opportunity and exists (select 1 from runs)
$$;

-- The subscriptions that count as billing a line item: one-time sales for good, others until they end. What another one continues is counted
-- with that one.
create function private.billing_of(item uuid) returns setof public.subscriptions
language sql stable security invoker set search_path = '' as $$
  select s.* from public.subscriptions s
  where s.opportunity_item_id = item
    and (private.is_one_time(s) or (s.ends_on is null or s.ends_on >= (select private.business_today()))
      and not exists (select 1 from public.subscriptions n
        where n.tenant_id = s.tenant_id and n.series_id = s.series_id and n.starts_on > s.ends_on))
$$;

-- An opportunity's line items with a price, with the quantity no running subscription bills yet. One-time prices were charged with the
-- first subscription: who comes back after an end pays none, but what is added to all that was billed at one time does. A line with units
-- of both kinds has a row for each.
create function private.items_to_bill(opportunity uuid)
returns table (
  id uuid, place integer, service_id uuid, description text, quantity integer, monthly_price numeric, one_off_price numeric
)
language sql stable security invoker set search_path = '' as $$
  select i.id, i.position, i.service_id, i.description, p.quantity, i.monthly_price, p.one_off_price
  from public.opportunity_items i
  cross join lateral (
    select (select coalesce(sum(r.quantity), 0)::int from private.billing_of(i.id) r) as running,
      coalesce(max((select sum(x.quantity) from public.subscriptions x where x.opportunity_item_id = i.id
        and x.starts_on <= s.starts_on and (x.ends_on is null or x.ends_on >= s.starts_on))), 0)::int as highest
    from public.subscriptions s where s.opportunity_item_id = i.id
  ) b
  cross join lateral (
    select case when i.monthly_price > 0 and i.one_off_price > 0 then greatest(b.running, b.highest) else b.running end as quantity
  ) paid
  cross join lateral (
    values (least(i.quantity, paid.quantity) - b.running, 0.00), (i.quantity - paid.quantity, i.one_off_price)
  ) p (quantity, one_off_price)
  where i.opportunity_id = opportunity and (i.monthly_price > 0 or i.one_off_price > 0) and p.quantity > 0
  order by i.position, i.id, p.one_off_price
$$;

-- How many plans of an opportunity have run.
create function private.won_plan_runs(opportunity uuid) returns integer
language sql stable security invoker set search_path = '' as $$
  select count(*)::int from public.provisioning_runs r where r.opportunity_id = opportunity
$$;

-- Whether something that a plan set up is still there, or it set up nothing: otherwise it was undone.
create function private.stands(run public.provisioning_runs) returns boolean
language plpgsql stable security invoker set search_path = '' as $$
declare
  billed uuid[] := array(select x::uuid from jsonb_array_elements_text(run.made -> 'subscriptions' || (run.made -> 'charges')) x);
  phones uuid[] := array(select x::uuid from jsonb_array_elements_text(run.made -> 'stock') x);
  numbered text[] := array(select x from jsonb_array_elements_text(run.made -> 'extensions') x);
  ported uuid[] := array(select x::uuid from jsonb_array_elements_text(run.made -> 'port_orders') x);
begin
  return cardinality(billed) + cardinality(phones) + cardinality(numbered) + cardinality(ported) = 0
    or exists (select 1 from public.subscriptions s where s.id = any (billed))
    or exists (select 1 from public.extensions e where e.tenant_id = (run.made ->> 'tenant_id')::uuid and e.extension = any (numbered))
    or exists (select 1 from public.inventory i where i.id = any (phones) and i.status <> 'in_stock')
    or exists (select 1 from public.port_orders p where p.id = any (ported));
end
$$;

-- The last plan of an opportunity that was not undone; null if there is none.
create function private.last_won_plan(opportunity uuid) returns public.provisioning_runs
language sql stable security invoker set search_path = '' as $$
  select r.* from public.provisioning_runs r where r.opportunity_id = opportunity and private.stands(r)
  order by r.created_at desc, r.id limit 1
$$;

-- What a line item sells, whatever its place and description are.
create function private.what_is_sold(item public.opportunity_items) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_array(item.service_id, item.quantity, item.monthly_price, item.one_off_price)
$$;

-- Whether a line item is not what it was when a plan ran.
create function private.is_new_line(item public.opportunity_items, run public.provisioning_runs) returns boolean
language sql immutable set search_path = '' as $$
  select private.what_is_sold(item) is distinct from run.sold -> item.id::text
$$;

-- What was added to an opportunity since its last plan and is not set up yet: {lines: [{id, name, quantity}], seats, numbers}, where `seats` are
-- those without an extension, if a line of seats changed. What the plan left out by choice is not among it. Null before a plan has run,
-- when nothing was added, and for whoever sees no subscriptions or no extensions: to them, what is set up would be missing.
create function private.won_plan_additions(opportunity uuid) returns jsonb
language sql stable security invoker set search_path = '' as $$
  with last_run as (
    select r as run, r.created_at as at from private.last_won_plan(opportunity) r where r.id is not null
  ), lines as (
    select b.place, b.id, s.name, sum(b.quantity) as quantity from private.items_to_bill(opportunity) b
    join public.opportunity_items i on i.id = b.id
    join public.services s on s.id = b.service_id
    cross join last_run l where private.is_new_line(i, l.run)
    group by b.place, b.id, s.name
  ), seats as (
    select greatest(0, sum(i.quantity) - jsonb_array_length(private.won_plan_result(opportunity) -> 'extensions'))::int as missing
    from public.opportunity_items i
    join public.services s on s.id = i.service_id and s.seat_product = 'extension'
    cross join last_run l where i.opportunity_id = opportunity having bool_or(private.is_new_line(i, l.run))
  ), numbers as (
    select count(*)::int as missing from private.numbers_to_order(opportunity) o
    join public.opportunity_numbers n on n.opportunity_id = opportunity and n.number = o.number
    cross join last_run l where n.created_at > l.at
  )
  select jsonb_build_object(
    'lines', coalesce((select jsonb_agg(jsonb_build_object('id', x.id, 'name', x.name, 'quantity', x.quantity) order by x.place, x.id)
      from lines x), '[]'),
    'seats', coalesce((select x.missing from seats x), 0), 'numbers', n.missing)
  from numbers n
  where (select private.has_permission('billing', 'view')) and (select private.has_permission('telephony', 'view'))
    and (exists (select 1 from lines) or n.missing > 0 or exists (select 1 from seats x where x.missing > 0))
$$;

-- Line items that changed since a plan and of which more units, or units at another price, are billed than are sold: {billed: [{name,
-- quantity, monthly_price, one_off_price}], sold: the same}, where the one-time price is 0. Any plan that was not undone counts: the next
-- one bills only what was added. Null if there are none, and for whoever sees no subscriptions.
create function private.billed_otherwise(opportunity uuid) returns jsonb
language sql stable security invoker set search_path = '' as $$
  with billed as (
    select i.id, s.name, sum(b.quantity) as quantity, p.price
    from public.opportunity_items i
    join public.services s on s.id = i.service_id
    cross join lateral private.billing_of(i.id) b
    cross join lateral (select round(b.unit_price / private.cycle_months(b.cycle), 2) as price) p
    where i.opportunity_id = opportunity and not private.is_one_time(b) and exists (
      select 1 from public.provisioning_runs r
      where r.opportunity_id = opportunity and r.sold ? i.id::text and private.is_new_line(i, r) and private.stands(r))
    group by i.id, s.name, p.price
  ), apart as (
    select i.* from public.opportunity_items i
    join (select b.id, sum(b.quantity) as quantity, array_agg(b.price) as prices from billed b group by b.id) b on b.id = i.id
    where b.quantity > i.quantity or i.monthly_price <> any (b.prices)
  )
  select jsonb_build_object(
    'billed', (select jsonb_agg(jsonb_build_object('name', b.name, 'quantity', b.quantity, 'monthly_price', b.price, 'one_off_price', 0)
        order by a.position, a.id, b.price)
      from billed b join apart a on a.id = b.id),
    'sold', (select jsonb_agg(jsonb_build_object('name', s.name, 'quantity', a.quantity, 'monthly_price', a.monthly_price, 'one_off_price', 0)
        order by a.position, a.id)
      from apart a join public.services s on s.id = a.service_id))
  where exists (select 1 from apart)
$$;

-- What was set up stays when a won opportunity moves to another stage, so moving it needs public.reopen_opportunity. Undoing the plan
-- removes what it set up, and moves the opportunity back (private.undo_one).
create function private.guard_won_opportunity() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if current_setting('trunkline.reopened', true) is distinct from old.id::text
      and exists (select 1 from public.provisioning_runs r where r.opportunity_id = old.id) then
    raise exception '% has been set up. Use “Move to …” on its page, which shows what stays.', old.name
      using errcode = 'check_violation', detail = '{"column": "status"}';
  end if;
  return new;
end
$$;
create trigger guard_won_opportunity before update of status on public.opportunities
  for each row when (old.status = 'won' and new.status <> 'won') execute function private.guard_won_opportunity();

-- Moves a won opportunity to another stage; what was set up for it stays. `reason` is for lost. Repeating it changes nothing. TR409 and
-- TR410 as in save_record.
create function public.reopen_opportunity(
  opportunity uuid, expected_version integer, to_stage text, reason text default null
) returns void
language plpgsql volatile security invoker set search_path = '' as $$
declare
  seen public.opportunities;
begin
  select * into seen from public.opportunities o where o.id = opportunity for update;
  if seen.version = expected_version + 1 and seen.status = to_stage then
    -- A retry: the response to the first call was lost.
    return;
  end if;
  perform private.require_version(seen.version, expected_version);
  perform set_config('trunkline.reopened', opportunity::text, true);
  update public.opportunities o set status = to_stage, lost_reason = case when to_stage = 'lost' then reason end
  where o.id = opportunity;
  perform set_config('trunkline.reopened', '', true);
end
$$;

-- Marks an opportunity as won and sets up what was sold, all or nothing, with the caller's own permissions. A repeated or concurrent call
-- returns what the first one set up, and is refused if its plan is another; an opportunity won before gets what the plan adds. `plan`:
--   runs: how many plans had run when this one was proposed (public.won_plan); if more have, it is repeated
--   version: the opportunity's version then; TR409 when it or its lines were changed since
--   tenant: {id, code, domain, time_zone, seats} or null; only `seats` applies to a company that has a tenant
--   extensions: {first, count} or null        stock: [{model, quantity}], missing items are ordered
--   licenses: {product: seats} or null        seats of other products than extensions, added to those purchased
--   subscriptions: {starts_on, items} or null one or two per line item with a monthly price not billed yet
--                                             (private.items_to_bill), of those whose ids are in `items`, or
--                                             all without that; a one-time item becomes a subscription for that
--                                             day only, so that its price is on the next invoice; refused to a
--                                             tenant that is not charged in US dollars, the currency of the
--                                             line items
--   port_order: whether unordered numbers to port go into drafts; existing drafts get the tenant
-- Returns {company_id, tenant_id, tenant_made, extensions, stock, ordered, subscriptions, charges, port_orders} across all its plans: ids
-- (charges: those of one-day subscriptions), extensions by number. A thousand extensions take 0.7 s of CPU time; the 20,000 phones that a
-- plan may order take 17 s, more than hosted Supabase gives a statement.
create function public.run_won_plan(opportunity uuid, plan jsonb) returns jsonb
language plpgsql volatile security invoker set search_path = '' set statement_timeout = '60s' as $$
declare
  sold public.opportunities;
  buyer public.companies;
  tenant uuid;
  first_number integer := (plan #>> '{extensions,first}')::integer;
  how_many integer := coalesce((plan #>> '{extensions,count}')::integer, 0);
  most_extensions constant integer := (private.plan_limits() ->> 'extensions')::integer;
  most_numbers constant integer := (private.plan_limits() ->> 'numbers_per_port_order')::integer;
  extensions text[] := '{}';
  subscribed uuid[] := '{}';
  charged uuid[] := '{}';
  to_port text[];
  ordered uuid;
  ported uuid[] := '{}';
  made jsonb;
  currency text;
begin
  -- A concurrent confirmation waits here.
  select * into sold from public.opportunities o where o.id = opportunity for update;
  perform private.require_found(sold.id is not null);
  if private.won_plan_runs(opportunity) > coalesce((plan ->> 'runs')::integer, 0) then
    if sold.status <> 'won' then
      raise exception 'It has been set up and moved to another stage since you opened this. Open it again to see what is missing.'
        using errcode = 'check_violation';
    end if;
    -- Of two people at a time, each proposes another id for the same tenant.
    perform private.require_same_attempt(plan #- '{tenant,id}' = (
        select r.plan #- '{tenant,id}' from public.provisioning_runs r where r.opportunity_id = opportunity
        order by r.created_at, r.id offset coalesce((run_won_plan.plan ->> 'runs')::integer, 0) limit 1),
      format('set up %s', sold.name));
    return private.won_plan_result(opportunity);
  end if;
  perform private.require_version(sold.version, (plan ->> 'version')::integer);
  select * into buyer from public.companies c where c.id = sold.company_id for update;
  perform private.require_step(buyer.id is not null, 'change customers');
  tenant := private.ensure_won_tenant(buyer, nullif(plan -> 'tenant', 'null'));

  if how_many not between 0 and most_extensions then
    raise exception 'Create at most % extensions at a time.', to_char(most_extensions, 'FM999,999') using errcode = 'check_violation';
  end if;
  if tenant is null and (how_many > 0 or nullif(plan -> 'subscriptions', 'null') is not null or nullif(plan -> 'licenses', 'null') is not null) then
    raise exception 'Extensions, seats and subscriptions need a tenant.' using errcode = 'check_violation';
  end if;
  insert into public.licenses as l (tenant_id, product, purchased)
  select tenant, s.key, s.value::integer from jsonb_each_text(nullif(plan -> 'licenses', 'null')) s where s.value::integer > 0
  on conflict on constraint licenses_tenant_id_product_key do update set purchased = l.purchased + excluded.purchased;
  if how_many > 0 then
    with added as (
      insert into public.extensions (tenant_id, extension)
      select tenant, n::text from generate_series(first_number, first_number + how_many - 1) n
      returning extension
    )
    select array_agg(a.extension order by a.extension) into extensions from added a;
  end if;
  if nullif(plan -> 'subscriptions', 'null') is not null then
    select a.currency into currency from public.billing_accounts a where a.tenant_id = tenant;
    if currency <> 'USD' then
      raise exception 'What was sold is priced in US dollars, and this customer is charged in %. Add its subscriptions on its Billing page.', currency
        using errcode = 'check_violation';
    end if;
    with added as (
      insert into public.subscriptions (tenant_id, service_id, description, quantity, unit_price, setup_fee, starts_on, ends_on,
        opportunity_item_id)
      select tenant, i.service_id, i.description, i.quantity, i.monthly_price, i.one_off_price, d.first_day,
        case when i.monthly_price = 0 then d.first_day end, i.id
      from private.items_to_bill(opportunity) i
      cross join (select coalesce((plan #>> '{subscriptions,starts_on}')::date, private.business_today()) as first_day) d
      where coalesce(plan #> '{subscriptions,items}' ? i.id::text, true)
      returning id, unit_price
    )
    select coalesce(array_agg(a.id) filter (where a.unit_price > 0), '{}'),
      coalesce(array_agg(a.id) filter (where a.unit_price = 0), '{}')
    into subscribed, charged from added a;
  end if;
  if coalesce((plan ->> 'port_order')::boolean, false) then
    update public.port_orders p set for_tenant_id = tenant
    where p.opportunity_id = opportunity and p.state = 'draft' and p.for_tenant_id is null and tenant is not null;
    to_port := array(select n.number from private.numbers_to_order(opportunity) n order by n.number);
    for place in 1 .. cardinality(to_port) by most_numbers loop
      insert into public.port_orders (name, for_tenant_id, opportunity_id)
      values (case when cardinality(to_port) > most_numbers then format('%s (%s)', left(sold.name, 120), place / most_numbers + 1)
        else left(sold.name, 128) end, tenant, opportunity) returning id into ordered;
      insert into public.port_order_numbers (port_order_id, number)
      select ordered, n from unnest(to_port[place : place + most_numbers - 1]) n;
      ported := ported || ordered;
    end loop;
  end if;
  made := jsonb_build_object(
    'port_orders', ported, 'company_id', buyer.id, 'tenant_id', tenant, 'tenant_made', tenant is distinct from buyer.domain_uuid,
    'extensions', extensions, 'subscriptions', subscribed, 'charges', charged,
    'stock', private.reserve_stock(buyer.id, coalesce(nullif(plan -> 'stock', 'null'), '[]')));
  update public.opportunities o set status = 'won' where o.id = opportunity and o.status <> 'won';
  insert into public.provisioning_runs (opportunity_id, plan, sold, made)
  values (opportunity, plan, (
    select coalesce(jsonb_object_agg(i.id, private.what_is_sold(i)), '{}') from public.opportunity_items i
    where i.opportunity_id = run_won_plan.opportunity), made);
  return private.won_plan_result(opportunity);
end
$$;

-- How an opportunity's line items differ from the last quote that its customer accepted, as each document has them: {number, revision,
-- accepted: [{name, quantity, monthly_price, one_off_price}], sold: the same}. Null when they do not, other than in their descriptions, or
-- none was accepted.
create function private.accepted_otherwise(opportunity uuid) returns jsonb
language sql stable security invoker set search_path = '' as $$
  with quote as (
    select q.number, q.revision, q.lines from public.quotes q
    where q.opportunity_id = opportunity and q.status = 'accepted' order by q.revision desc limit 1
  ), accepted as (
    -- By what it is called now, as what is sold: a service that is renamed is no other.
    select coalesce(s.name, l.name) as name, l.quantity, l.monthly_price, l.one_off_price
    from quote q
    cross join jsonb_to_recordset(q.lines) l (
      service_id uuid, name text, quantity integer, monthly_price numeric(12, 2), one_off_price numeric(12, 2))
    left join public.services s on s.id = l.service_id
  ), sold as (
    select s.name, i.quantity, i.monthly_price, i.one_off_price
    from public.opportunity_items i join public.services s on s.id = i.service_id where i.opportunity_id = opportunity
  ), apart as (
    select
      coalesce((select jsonb_agg(to_jsonb(a)) from (select * from accepted except all select * from sold order by 1, 2, 3, 4) a), '[]')
        as accepted,
      coalesce((select jsonb_agg(to_jsonb(a)) from (select * from sold except all select * from accepted order by 1, 2, 3, 4) a), '[]') as sold
  )
  select jsonb_build_object('number', q.number, 'revision', q.revision, 'accepted', a.accepted, 'sold', a.sold)
  from quote q, apart a where a.accepted <> '[]' or a.sold <> '[]'
$$;

-- A plan's starting point: the company and its tenant, items sold and not yet billed, phones in stock, and what earlier plans set up and
-- what was added or changed since. An item is `new` unless what it sells is as in the last plan, which left it out or billed what has ended
-- or was reduced. Null when the caller cannot see the opportunity.
create function public.won_plan(opportunity uuid) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select jsonb_build_object(
    'won', o.status = 'won',
    'version', o.version,
    'company', (select jsonb_build_object('id', c.id, 'name', c.name, 'status', c.status, 'tenant_id', c.domain_uuid,
        'code', c.tenant_code, 'time_zone', c.time_zone)
      from public.companies c where c.id = o.company_id),
    'domain', t.domain,
    -- The newest tenant's domain suffix, to propose the next domain.
    'domain_suffix', (select substring(n.domain from position('.' in n.domain) + 1) from public.tenants n
      order by n.created_at desc, n.id limit 1),
    'seats', t.extension_limit,
    'currency', coalesce((select a.currency from public.billing_accounts a where a.tenant_id = t.id), 'USD'),
    -- The seats that the tenant pays for once what is new is billed, as far as the caller sees what is billed.
    'seats_billed', case when t.id is not null and (select private.has_permission('billing', 'view'))
        then (select b.billed from public.tenant_seats(t.id) b where b.product = 'extension') else 0 end
      + coalesce((select sum(i.quantity) from private.items_to_bill(o.id) i
        join public.opportunity_items c on c.id = i.id
        join public.services s on s.id = i.service_id and s.seat_product = 'extension'
        cross join private.last_won_plan(o.id) l where private.is_new_line(c, l)), 0),
    'extensions', (select count(*) from public.extensions e where e.tenant_id = t.id),
    -- Where the tenant's new extensions are numbered, as in the form of one.
    'free', case when t.id is not null then (select jsonb_agg(f.number order by f.place)
      from private.product_settings() p (settings)
      left join public.tenant_settings g on g.id = t.id
      cross join lateral public.free_numbers(t.id, coalesce(g.extension_low, (p.settings ->> 'extension_low')::integer),
        coalesce(g.extension_high, (p.settings ->> 'extension_high')::integer), 200) with ordinality f (number, place)) end,
    'seats_sold', coalesce((select sum(i.quantity) from public.opportunity_items i
      join public.services s on s.id = i.service_id and s.seat_product = 'extension' where i.opportunity_id = o.id), 0),
    -- Seats of other products that the last plan did not know, or had no tenant for.
    'licenses', coalesce((select jsonb_agg(jsonb_build_object('product', p.product, 'purchased', p.purchased, 'sold', p.sold) order by p.product)
      from (select s.seat_product as product, coalesce(max(b.purchased), 0) as purchased,
          sum(i.quantity - case when l.made ->> 'tenant_id' is not null and l.sold #>> array[i.id::text, '0'] = i.service_id::text
            then (l.sold #>> array[i.id::text, '1'])::integer else 0 end) as sold
        from public.opportunity_items i
        join public.services s on s.id = i.service_id and s.seat_product <> 'extension'
        cross join private.last_won_plan(o.id) l
        left join public.licenses b on b.tenant_id = t.id and b.product = s.seat_product
        where i.opportunity_id = o.id group by s.seat_product) p
      where p.sold > 0), '[]'),
    'subscriptions', coalesce((select jsonb_agg(jsonb_build_object('id', i.id, 'name', s.name, 'quantity', i.quantity,
        'monthly_price', i.monthly_price, 'one_off_price', i.one_off_price,
        'new', private.is_new_line(c, l))
        order by i.place, i.id, i.one_off_price)
      from private.items_to_bill(o.id) i
      join public.opportunity_items c on c.id = i.id
      join public.services s on s.id = i.service_id
      cross join private.last_won_plan(o.id) l), '[]'),
    'accepted', private.accepted_otherwise(o.id),
    'billed_otherwise', private.billed_otherwise(o.id),
    'numbers', (select count(*) from private.numbers_to_order(o.id)),
    'stock', coalesce((select jsonb_agg(jsonb_build_object('model', m.model, 'in_stock', m.in_stock) order by m.model)
      from (select (array_agg(w.model order by w.items desc, w.model))[1] as model, sum(w.in_stock) as in_stock
        from (select v.model, count(*) as items,
            count(*) filter (where v.status = 'in_stock' and private.is_free_for(v.company_id, o.company_id)) as in_stock
          from public.inventory v
          where v.model <> '' group by v.model) w
        group by private.model_key(w.model)) m), '[]'),
    'runs', private.won_plan_runs(o.id),
    'added', private.won_plan_additions(o.id),
    'made', private.won_plan_result(o.id)
  )
  from public.opportunities o
  left join public.companies b on b.id = o.company_id
  left join public.tenants t on t.id = b.domain_uuid
  where o.id = won_plan.opportunity
$$;

select private.grant_access('{
  worst_problems,tenant_search_condition,matching_tenants,configuration_tables,personal_by,tenant_references,named_row,tenant_configuration,
  records_with_pin,reserve_destinations,derived_id,configuration_rows,configuration_ids,row_for_tenant,assign_configured_number,
  store_configured_row,load_configuration,require_step,ensure_won_tenant,plan_limits,reserve_stock,numbers_to_order,won_plan_result,
  billing_of,items_to_bill,won_plan_runs,stands,last_won_plan,what_is_sold,is_new_line,won_plan_additions,billed_otherwise,
  accepted_otherwise,impersonal_name}');
