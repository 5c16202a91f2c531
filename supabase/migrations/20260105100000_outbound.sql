-- Outbound routes, and blocked callers and numbers.

-- Outbound routes: which dialed numbers go through which gateways.

create function private.is_regular_expression(value text) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  perform '' ~ value;
  return true;
exception when invalid_regular_expression then
  return false;
end
$$;
grant execute on function private.is_regular_expression(text) to authenticated, service_role;

-- What a custom pattern may contain: digits, # and separators as they are, escaped characters, sets of digits, groups,
-- alternatives, anchors and repetitions. PostgreSQL and JavaScript treat all of these the same. Groups are not counted: nested
-- counts would make a short pattern a huge one. It is read in linear time (lib/telephony/dial-matcher.ts).
create function private.dial_pattern() returns text
language sql immutable set search_path = '' as $$
  select '^(?:(?:[0-9#,.-]|\\[d+*.()\[\]{}|^$?\\-]|\[\^?(?:[0-9]-[0-9]|[0-9*#+]|\\d)+\])'
    || '(?:(?:[*+?]|\{[0-9]{1,2}(?:,[0-9]{0,2})?\})\??)?|\)(?:[*+?]\??)?|[(|^$])+$'
$$;
grant execute on function private.dial_pattern() to authenticated, service_role;

create table public.outbound_routes (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  name text not null check (length(btrim(name)) between 1 and 75),
  matches text not null check (matches in
    ('emergency', 'local', 'national', 'toll_free', 'international', 'premium', 'pattern')),
  pattern text,
  toll_class text not null check (toll_class in ('emergency', 'local', 'national', 'international', 'premium')),
  gateway_1_id uuid not null references public.gateways (id),
  gateway_2_id uuid references public.gateways (id),
  gateway_3_id uuid references public.gateways (id),
  strip_digits integer not null default 0 check (strip_digits between 0 and 15),
  prefix text not null default '' check (prefix ~ '^\+?[0-9*#]{0,15}$'),
  position integer not null default 100 check (position between 1 and 9999),
  caller_id_did_id uuid,
  concurrent_limit integer check (concurrent_limit between 1 and 1000),
  enabled boolean not null,
  description text not null default '' check (length(description) <= 255),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  unique (tenant_id, id),
  unique (tenant_id, name),
  constraint outbound_routes_pattern check (case when matches = 'pattern'
    then pattern is not null and length(pattern) <= 120 and pattern ~ private.dial_pattern()
      and private.is_regular_expression(pattern)
    else pattern is null end),
  constraint outbound_routes_class_of_preset check (matches = 'pattern'
    or toll_class = case matches when 'toll_free' then 'local' else matches end),
  constraint outbound_routes_gateways_in_order check (gateway_2_id is not null or gateway_3_id is null),
  constraint outbound_routes_gateways_differ check (gateway_1_id <> gateway_2_id and gateway_2_id <> gateway_3_id
    and gateway_1_id <> gateway_3_id),
  foreign key (tenant_id, caller_id_did_id) references public.dids (tenant_id, id)
);
comment on column public.outbound_routes.matches is 'Which dialed numbers; the presets are spelled out in lib/telephony/outbound.ts';
comment on column public.outbound_routes.toll_class is 'What a phone must be allowed to dial to use the route; emergency is allowed to all';
comment on column public.outbound_routes.position is 'The enabled route with the lowest position that matches is taken';
comment on column public.outbound_routes.strip_digits is 'How many leading digits of the dialed number are left out before the prefix is put there';
comment on column public.outbound_routes.concurrent_limit is 'Calls at a time; null for no limit';
comment on column public.outbound_routes.enabled is 'Unless stated, only routes that are not costly when somebody breaks in';
create index outbound_routes_gateway_1_idx on public.outbound_routes (gateway_1_id);
create index outbound_routes_gateway_2_idx on public.outbound_routes (gateway_2_id);
create index outbound_routes_gateway_3_idx on public.outbound_routes (gateway_3_id);
create index outbound_routes_caller_id_idx on public.outbound_routes (tenant_id, caller_id_did_id);
select private.records('outbound_routes', section => 'telephony', secrets => '{"pin": "pin"}', opens_others => false,
  source => 'outbound_route_list', search => '{name,description,gateway_1,gateway_2,gateway_3}', sort => '{position,name}',
  filter => '{enabled,toll_class,matches}', snapshot => '{}');

-- The list's rows: a route with the names of its gateways.
create view public.outbound_route_list with (security_invoker = true) as
select r.*, g1.name as gateway_1, g2.name as gateway_2, g3.name as gateway_3
from public.outbound_routes r
left join public.gateway_names g1 on g1.id = r.gateway_1_id
left join public.gateway_names g2 on g2.id = r.gateway_2_id
left join public.gateway_names g3 on g3.id = r.gateway_3_id;
revoke insert, update, delete on public.outbound_route_list from authenticated, service_role;

-- An imported file may omit `enabled`: routes to expensive destinations are then disabled (toll fraud).
create function private.default_route_enabled() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.enabled := coalesce(new.enabled, new.toll_class not in ('international', 'premium'));
  return new;
end
$$;
create trigger default_enabled before insert on public.outbound_routes
  for each row execute function private.default_route_enabled();

-- Puts a tenant's routes in the order of `ids`: 10, 20, 30 … Routes that are not named keep their position.
create function public.order_outbound_routes(tenant uuid, ids uuid[]) returns void
language sql volatile security invoker set search_path = '' as $$
  update public.outbound_routes r set position = 10 * o.place
  from unnest(ids) with ordinality o (id, place)
  where r.id = o.id and r.tenant_id = tenant and r.position <> 10 * o.place
$$;
grant execute on function public.order_outbound_routes(uuid, uuid[]) to authenticated, service_role;

-- Adds the routes that nearly every tenant needs, if it has none; international and premium routes are added disabled.
create function public.add_usual_outbound_routes(tenant uuid, gateway uuid, second_gateway uuid default null) returns integer
language sql volatile security invoker set search_path = '' as $$
  with made as (
    insert into public.outbound_routes (tenant_id, name, matches, toll_class, gateway_1_id, gateway_2_id, position, enabled)
    select tenant, u.name, u.matches, case u.matches when 'toll_free' then 'local' else u.matches end, gateway,
      second_gateway, u.place * 10, u.matches not in ('international', 'premium')
    from (values ('Emergency', 'emergency', 1), ('Premium numbers', 'premium', 2), ('Toll-free', 'toll_free', 3),
      ('Local', 'local', 4), ('National', 'national', 5), ('International', 'international', 6)) u (name, matches, place)
    where not exists (select 1 from public.outbound_routes r where r.tenant_id = tenant)
    returning 1
  )
  select count(*)::int from made
$$;
grant execute on function public.add_usual_outbound_routes(uuid, uuid, uuid) to authenticated, service_role;

-- Everything that uses a gateway, with its tenant; a number that no tenant has is without one.
create function private.gateway_uses(gateway uuid)
returns table (table_name text, record_id uuid, label text, tenant_id uuid, tenant_name text)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.has_permission('superadmin', 'view') then
    raise exception 'Your role does not allow this.' using errcode = 'insufficient_privilege';
  end if;
  return query select u.table_name, u.id, u.label, t.id, coalesce(c.name, t.domain)
    from (
      select 'outbound_routes' as table_name, r.id, r.name as label, r.tenant_id as owner from public.outbound_routes r
      where gateway in (r.gateway_1_id, r.gateway_2_id, r.gateway_3_id)
      union all select 'dids', d.id, d.number, d.tenant_id from public.dids d where d.gateway_id = gateway
    ) u
    left join public.tenants t on t.id = u.owner
    left join public.companies c on c.domain_uuid = t.id
    order by 5 nulls last, u.table_name desc, u.label;
end
$$;
grant execute on function private.gateway_uses(uuid) to authenticated, service_role;

create function public.gateway_uses(gateway uuid)
returns table (table_name text, record_id uuid, label text, tenant_id uuid, tenant_name text)
language sql stable security invoker set search_path = '' as $$ select * from private.gateway_uses($1) $$;
grant execute on function public.gateway_uses(uuid) to authenticated, service_role;

create function private.replace_gateway(gateway uuid, replacement uuid, delete_after boolean, expected_version integer)
returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  held public.gateways;
  changed integer;
  total integer;
begin
  if not private.has_permission('superadmin', case when delete_after then 'delete' else 'edit' end)
      or not private.has_permission('superadmin', 'edit') then
    raise exception 'Your role does not allow this.' using errcode = 'insufficient_privilege';
  end if;
  select * into held from public.gateways g where g.id = gateway for update;
  if held.id is null or replacement is not null and not exists (select 1 from public.gateways g where g.id = replacement) then
    raise exception 'This record has been deleted.' using errcode = 'TR410';
  elsif expected_version is not null and held.version <> expected_version then
    raise exception 'Someone else has saved this record since you opened it.' using errcode = 'TR409';
  elsif replacement = gateway then
    raise exception 'Choose another gateway than the one you are replacing.' using errcode = 'check_violation';
  end if;
  -- A route that has the other one already keeps it once, at the earlier of both places.
  update public.outbound_routes r set gateway_1_id = w.ids[1], gateway_2_id = w.ids[2], gateway_3_id = w.ids[3]
  from (
    select u.id, array_agg(u.to_id order by u.place) as ids
    from (
      select o.id, coalesce(case when g.id = gateway then replacement end, g.id) as to_id, min(g.place) as place
      from public.outbound_routes o
      cross join lateral unnest(array[o.gateway_1_id, o.gateway_2_id, o.gateway_3_id]) with ordinality g (id, place)
      where gateway in (o.gateway_1_id, o.gateway_2_id, o.gateway_3_id) and g.id is not null and replacement is not null
      group by 1, 2
    ) u
    group by u.id
  ) w
  where r.id = w.id;
  get diagnostics total = row_count;
  update public.dids d set gateway_id = replacement where d.gateway_id = gateway and replacement is not null;
  get diagnostics changed = row_count;
  if delete_after then
    delete from public.gateways g where g.id = gateway;
  end if;
  return total + changed;
end
$$;
grant execute on function private.replace_gateway(uuid, uuid, boolean, integer) to authenticated, service_role;

-- Puts another gateway in the place of one in every tenant's routes and numbers, and deletes the one with `delete_after`, all in
-- one transaction; without a replacement it only deletes. Returns how many routes and numbers changed. 23503 when it is deleted
-- while it is in use; TR409 and TR410 as in save_record.
create function public.replace_gateway(
  gateway uuid, replacement uuid default null, delete_after boolean default false, expected_version integer default null
) returns integer
language sql volatile security invoker set search_path = '' as $$ select private.replace_gateway($1, $2, $3, $4) $$;
grant execute on function public.replace_gateway(uuid, uuid, boolean, integer) to authenticated, service_role;

-- Call block: callers that are rejected, and numbers that cannot be called.

-- Whether a rule for a number, or for a prefix, would match an emergency number.
create function private.matches_emergency(match text, number text) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(bool_or(e = number or (match = 'prefix' and starts_with(e, number))), false)
  from unnest(private.emergency_numbers()) e
$$;
grant execute on function private.matches_emergency(text, text) to authenticated, service_role;

create table public.call_block_rules (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  direction text not null default 'inbound' check (direction in ('inbound', 'outbound')),
  extension_id uuid,
  match text not null default 'exact' check (match in ('exact', 'prefix', 'anonymous')),
  number text collate "C",
  name text not null default '' check (length(name) <= 75),
  action text not null default 'reject' check (action in ('reject', 'busy', 'hangup', 'voicemail', 'destination')),
  destination_id uuid,
  hits integer not null default 0 check (hits >= 0),
  last_hit_at timestamptz,
  expires_at timestamptz,
  enabled boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  unique nulls not distinct (tenant_id, direction, match, number, extension_id),
  constraint call_block_rules_number check (
    case match when 'anonymous' then number is null and direction = 'inbound'
      when 'exact' then number is not null and number ~ '^\+?[0-9]{2,15}$'
      else number is not null and number ~ '^\+?[0-9]{1,14}$' end),
  constraint call_block_rules_destination check ((action = 'destination') = (destination_id is not null)),
  constraint call_block_rules_action check (direction = 'inbound' or action not in ('voicemail', 'destination')),
  constraint call_block_rules_spare_emergency check (direction = 'inbound'
    or not private.matches_emergency(match, number)),
  foreign key (tenant_id, extension_id) references public.extensions (tenant_id, id),
  foreign key (tenant_id, destination_id) references public.destinations (tenant_id, id)
);
comment on column public.call_block_rules.extension_id is 'The extension whose calls the rule is for; null for all of the tenant''s';
comment on column public.call_block_rules.number is 'The other side''s number, or what it starts with: E.164, or digits as dialed; null for withheld ones';
comment on column public.call_block_rules.hits is 'How many calls it has stopped; the switch counts';
create index call_block_rules_extension_idx on public.call_block_rules (tenant_id, extension_id);
create index call_block_rules_destination_idx on public.call_block_rules (tenant_id, destination_id);
select private.records('call_block_rules', section => 'telephony', touch => false, trail => '{}',
  source => 'call_block_list', search => '{number,name}',
  sort => '{number,name,hits,created_at}', filter => '{direction,match,action,enabled,expired}', snapshot => '{hits,last_hit_at}');

-- Only the switch counts hits.
create function private.guard_call_block_rules() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user = 'authenticated' then
    new.hits := case when tg_op = 'INSERT' then 0 else old.hits end;
    new.last_hit_at := case when tg_op = 'INSERT' then null else old.last_hit_at end;
  end if;
  return new;
end
$$;
create trigger guard before insert or update on public.call_block_rules
  for each row execute function private.guard_call_block_rules();
-- A call that is stopped does not change the rule: no new version, no entry in the trail.
create trigger touch before update on public.call_block_rules
  for each row when (new.hits = old.hits) execute function private.touch();
create trigger audit after insert or delete on public.call_block_rules
  for each row execute function private.audit('telephony');
create trigger audit_change after update on public.call_block_rules
  for each row when (new.version <> old.version) execute function private.audit('telephony');

-- The list's rows: a rule with its extension and whether it has expired.
create view public.call_block_list with (security_invoker = true) as
select b.*, e.extension, coalesce(b.expires_at <= now(), false) as expired
from public.call_block_rules b
left join public.extensions e on e.id = b.extension_id;
revoke insert, update, delete on public.call_block_list from authenticated, service_role;

-- How many calls of the last `days` days a rule would have blocked, and when the last one was. Inbound rules match the
-- caller, outbound rules the number called. A withheld number is empty or a word of the switch.
create function public.would_have_blocked(
  tenant uuid, direction text, match text, number text default null, for_extension uuid default null, days integer default 30
)
returns table (calls bigint, last_at timestamptz)
language sql stable security invoker set search_path = '' as $$
  select count(*), max(c.start_at)
  from public.cdr c
  where c.tenant_id = tenant
    and c.start_at >= now() - make_interval(days => least(greatest(coalesce($6, 30), 1), 366))
    and c.direction = $2
    and ($5 is null or c.extension_id = $5)
    and case $3
      when 'anonymous' then c.from_number ~* '^(anonymous|restricted|private|unavailable|unknown)?$'
      when 'exact' then case $2 when 'inbound' then c.from_number else c.to_number end = $4
      else starts_with(case $2 when 'inbound' then c.from_number else c.to_number end, $4) end
$$;
grant execute on function public.would_have_blocked(uuid, text, text, text, uuid, integer) to authenticated, service_role;
