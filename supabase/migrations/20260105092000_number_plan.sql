-- The number plan of each tenant, and the list of everything its calls can be sent to. Triggers of the tables that
-- have numbers maintain both; nobody writes to them directly.

create table public.number_plan (
  like private.record_columns including all,
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  number text not null check (number ~ '^[0-9*#]{1,15}$'),
  kind text not null check (kind in ('extensions', 'ring_groups', 'ivr_menus', 'call_centers', 'call_flows',
    'time_conditions', 'park_lots', 'conference_rooms',
    'paging_groups', 'feature_codes')),
  record_id uuid not null,
  column_name text not null,
  name text not null default '',
  unique (tenant_id, number)
);
comment on table public.number_plan is 'Which record of a tenant holds which dialed number';
create index number_plan_record_idx on public.number_plan (record_id, column_name);
select private.read_only('number_plan', section => 'telephony', written_by => 'functions');

create table public.destinations (
  like private.record_columns including all,
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  kind text not null check (kind in ('extensions', 'voicemails', 'ring_groups', 'ivr_menus', 'call_centers', 'call_flows',
    'time_conditions', 'conference_rooms', 'paging_groups', 'recordings', 'external', 'other', 'unknown')),
  record_id uuid,
  number text not null,
  name text not null default '',
  enabled boolean not null default true,
  unique (tenant_id, id),
  unique (kind, record_id)
);
comment on table public.destinations is 'Everything a tenant''s calls can be sent to; a route is the id of one of these';
comment on column public.destinations.number is
  'What is dialed; a recording''s file; an external number in E.164; the identifier of an unknown destination';
create index destinations_tenant_idx on public.destinations (tenant_id, kind, number);
create index destinations_record_idx on public.destinations (record_id);
select private.read_only('destinations', section => 'telephony', written_by => 'functions', snapshot => '{}');

create function private.kind_noun(kind text) returns text
language sql immutable set search_path = '' as $$
  select case kind
    when 'extensions' then 'extension' when 'ring_groups' then 'ring group' when 'ivr_menus' then 'IVR menu'
    when 'call_centers' then 'call center queue' when 'call_flows' then 'call flow'
    when 'time_conditions' then 'time condition' when 'park_lots' then 'park lot'
    when 'conference_rooms' then 'conference room' when 'paging_groups' then 'paging group' when 'feature_codes' then 'feature code' else kind end
$$;

-- 911, its test number 933 and the crisis line 988: dialed directly, never an extension, never blocked (47 CFR 9.16 and
-- 52.200).
create function private.emergency_numbers() returns text[]
language sql immutable set search_path = '' as $$
  select array['911', '933', '988']
$$;
grant execute on function private.emergency_numbers() to authenticated, service_role;

-- A number and as many behind it as `following` says, none for null.
create function private.numbers_from(number text, following integer) returns text[]
language sql immutable set search_path = '' as $$
  select case when following > 0 and number ~ '^[1-9][0-9]{0,8}$'
    then array(select (number::integer + n)::text from generate_series(0, following) n) else array[number] end
$$;
grant execute on function private.numbers_from(text, integer) to authenticated, service_role;

-- Claims the numbers of rows of one table, given as JSON. `arguments`: the kind, the column with the number, the column with
-- the name, and optionally the column that says how many numbers behind it are claimed too. A null number claims nothing.
create function private.claim(arguments text[], subjects jsonb[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  refused record;
  holder public.number_plan;
begin
  with wanted as (
    select n.number, (s ->> 'tenant_id')::uuid as tenant_id, (s ->> 'id')::uuid as record_id,
      coalesce(s ->> arguments[3], '') as name
    from unnest(subjects) s
    cross join lateral unnest(private.numbers_from(s ->> arguments[2], (s ->> arguments[4])::integer)) n (number)
    where n.number is not null
  ), claimed as (
    insert into public.number_plan (tenant_id, number, kind, record_id, column_name, name)
    select w.tenant_id, w.number, arguments[1], w.record_id, arguments[2], w.name from wanted w
    on conflict (tenant_id, number) do nothing
    returning record_id, number
  )
  select w.* into refused from wanted w
  where not exists (select 1 from claimed c where c.record_id = w.record_id and c.number = w.number) order by w.number limit 1;
  if not found then
    return;
  end if;
  select * into holder from public.number_plan p where p.tenant_id = refused.tenant_id and p.number = refused.number;
  raise exception '% is already taken by the %.', refused.number, btrim(private.kind_noun(holder.kind) || ' ' || holder.name)
    using errcode = 'unique_violation',
      detail = jsonb_build_object('kind', holder.kind, 'id', holder.record_id, 'column', arguments[2])::text;
end
$$;

create function private.claim_number() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_level = 'STATEMENT' then
    perform private.claim(tg_argv[0:tg_nargs], array(select to_jsonb(a) from added a));
    return null;
  end if;
  delete from public.number_plan p where p.record_id = old.id and p.column_name = tg_argv[1];
  if tg_op = 'UPDATE' then
    perform private.claim(tg_argv[0:tg_nargs], array[to_jsonb(new)]);
  end if;
  return null;
end
$$;

-- Ids of destinations that are not a record's own: the same input always gives the same id, so that a retry adds
-- nothing.
create function private.derived_id(parts text) returns uuid
language sql immutable set search_path = '' as $$
  select overlay(overlay(md5(parts) placing '5' from 13) placing '8' from 17)::uuid
$$;

-- Publishes rows of one table, given as JSON. `arguments`: the kind, the column with the number, the column with the name,
-- and optionally the column that says whether calls can be sent there (besides enabled and suspended).
create function private.publish(arguments text[], subjects jsonb[]) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.destinations as d (id, tenant_id, kind, record_id, number, name, enabled)
  select case when arguments[1] = 'voicemails' then private.derived_id('voicemail ' || (s ->> 'id')) else (s ->> 'id')::uuid end,
    (s ->> 'tenant_id')::uuid, arguments[1], (s ->> 'id')::uuid, coalesce(s ->> arguments[2], ''),
    coalesce(s ->> arguments[3], ''),
    coalesce((s ->> 'enabled')::boolean, true) and not coalesce((s ->> 'suspended')::boolean, false)
      and (cardinality(arguments) < 4 or (s ->> arguments[4])::boolean)
  from unnest(subjects) s
  on conflict (id) do update set number = excluded.number, name = excluded.name, enabled = excluded.enabled
  where (d.number, d.name, d.enabled) is distinct from (excluded.number, excluded.name, excluded.enabled)
$$;

-- A destination that a route refers to cannot be deleted.
create function private.publish_destination() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_level = 'STATEMENT' then
    perform private.publish(tg_argv[0:tg_nargs], array(select to_jsonb(a) from added a));
  elsif tg_op = 'DELETE' then
    -- Deleting the tenant deletes everything, in the order the database chooses.
    if exists (select 1 from public.tenants t where t.id = old.tenant_id) then
      delete from public.destinations d where d.kind = tg_argv[0] and d.record_id = old.id;
    end if;
  else
    if tg_op = 'UPDATE' and new.tenant_id <> old.tenant_id then
      raise exception 'A record cannot move to another tenant.' using errcode = 'check_violation';
    end if;
    perform private.publish(tg_argv[0:tg_nargs], array[to_jsonb(new)]);
  end if;
  return null;
end
$$;

-- Feature codes that phones dial. The set of features is fixed; each tenant can change the codes.
create table public.feature_codes (
  like private.record_columns including all,
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  feature text not null check (feature in ('check_voicemail', 'company_directory', 'record', 'call_forward',
    'do_not_disturb', 'follow_me', 'group_pickup', 'directed_pickup', 'park', 'agent_sign_in', 'own_voicemail')),
  name text not null check (length(btrim(name)) between 1 and 60),
  code text not null check (code ~ '^\*[0-9*#]{1,6}$' and code !~ '^\*99[0-9]'),
  enabled boolean not null default true,
  unique (tenant_id, feature)
);
comment on column public.feature_codes.code is '*99 and a number is that extension''s voicemail and stays free';
comment on column public.feature_codes.feature is
  'Behind call_forward a number may follow, behind directed_pickup an extension';
select private.records('feature_codes', section => 'telephony', may_create => '{}', may_delete => '{}', trail => '{}',
  number => 'code', search => '{name,code}', sort => '{name,code}', filter => '{enabled}', snapshot => '{}');

-- Codes created or deleted with their tenant leave no entries of their own: the tenant's entry covers them.
create trigger audit after insert or update or delete on public.feature_codes
  for each row when (pg_trigger_depth() = 0) execute function private.audit('telephony');
create trigger publish_destination after insert or update on public.feature_codes
  for each row when (new.feature in ('check_voicemail', 'company_directory', 'record'))
  execute function private.publish_destination('other', 'code', 'name');
create trigger withdraw_destination after delete on public.feature_codes
  for each row execute function private.publish_destination('other', 'code', 'name');

create function private.default_feature_codes() returns table (feature text, name text, code text)
language sql immutable set search_path = '' as $$
  values ('check_voicemail', 'Check voicemail', '*98'), ('own_voicemail', 'Own voicemail', '*97'),
    ('company_directory', 'Company directory', '*411'), ('record', 'Record', '*732'),
    ('call_forward', 'Call forwarding', '*72'), ('do_not_disturb', 'Do not disturb', '*78'), ('follow_me', 'Follow me', '*21'),
    ('group_pickup', 'Group pickup', '*8'), ('directed_pickup', 'Pick up an extension', '**'), ('park', 'Park a call', '*59'),
    ('agent_sign_in', 'Agent sign in or out', '*22')
$$;

-- What every new tenant gets.
create function private.equip_tenant() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.feature_codes (id, tenant_id, feature, name, code)
  select private.derived_id(f.feature || ' ' || new.id), new.id, f.feature, f.name, f.code
  from private.default_feature_codes() f;
  insert into public.destinations (id, tenant_id, kind, number, name)
  values (private.derived_id('hangup ' || new.id), new.id, 'other', 'hangup', 'Hang up');
  return null;
end
$$;
create trigger equip after insert on public.tenants for each row execute function private.equip_tenant();
revoke insert, delete on public.feature_codes from authenticated, service_role;

create function private.destination_for(tenant uuid, kind text, value text) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  found_id uuid := private.derived_id(kind || ' ' || tenant || ' ' || value);
begin
  perform private.require_right(private.has_permission('telephony', 'edit') or private.has_permission('telephony', 'create'));
  if kind = 'external' and not coalesce(private.is_e164(value), false) then
    raise exception '% is not a phone number with its country code.', value using errcode = 'check_violation';
  end if;
  if kind not in ('external', 'unknown') or coalesce(length(btrim(value)), 0) not between 1 and 255 then
    raise exception 'Unknown destination: % (%).', value, kind using errcode = 'check_violation';
  end if;
  insert into public.destinations (id, tenant_id, kind, number) values (found_id, tenant, kind, value)
  on conflict (id) do nothing;
  return found_id;
end
$$;
grant execute on function private.destination_for(uuid, text, text) to authenticated, service_role;

-- The destination for an external number (kind 'external', E.164) or for an identifier that the app does not know
-- (kind 'unknown', stored as is); created if the tenant has none yet.
create function public.destination_for(tenant uuid, kind text, value text) returns uuid
language sql volatile security invoker set search_path = '' as $$
  select private.destination_for($1, $2, $3)
$$;
grant execute on function public.destination_for(uuid, text, text) to authenticated, service_role;

-- What calls of this tenant can be sent to, disabled targets included: all, or those with these ids, of these kinds, and with
-- each of these words in their number or name; at most so many.
create function public.tenant_destinations(
  tenant uuid, ids uuid[] default null, kinds text[] default null, words text[] default null, most integer default null
) returns table (id uuid, kind text, number text, name text, enabled boolean, domain text)
language sql stable security invoker set search_path = '' as $$
  select d.id, d.kind, d.number, d.name, d.enabled, t.domain
  from public.tenants t
  join public.destinations d on d.tenant_id = t.id
  where t.id = tenant and (ids is null or d.id = any (ids)) and (kinds is null or d.kind = any (kinds))
    and not exists (select from unnest(words) word where strpos(lower(d.number || ' ' || d.name), lower(word)) = 0)
  order by d.kind, length(d.number), d.number, d.id
  limit most
$$;
grant execute on function public.tenant_destinations(uuid, uuid[], text[], text[], integer) to authenticated, service_role;

-- The same for machines: one document without ids, in half the time: {version, domain, destinations: [[kind, number, name,
-- enabled]]}, by length of number, then number; for those who know this version of the tenant, {version}. Null without such a tenant.
create function public.tenant_destination_list(tenant uuid, known bigint default null) returns json
language sql stable security invoker set search_path = '' as $$
  select case when v.version = known then json_build_object('version', v.version) else
    json_build_object('version', v.version, 'domain', t.domain, 'destinations', coalesce((
      select json_agg(json_build_array(d.kind, d.number, d.name, d.enabled) order by length(d.number), d.number collate "C", d.id)
      from public.destinations d where d.tenant_id = t.id), '[]'))
    end
  from public.tenants t
  cross join lateral (
    select sum(s.version)::bigint as version from public.tenant_versions s where s.tenant_id = t.id or s.tenant_id is null) v
  where t.id = tenant
$$;
grant execute on function public.tenant_destination_list(uuid, bigint) to authenticated, service_role;
