-- Callers who are not let in, and numbers that may not be called.

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
    or not (number in ('911', '933', '988') or (match = 'prefix' and number in ('9', '91', '93', '98')))),
  foreign key (tenant_id, extension_id) references public.extensions (tenant_id, id),
  foreign key (tenant_id, destination_id) references public.destinations (tenant_id, id)
);
comment on column public.call_block_rules.extension_id is 'The extension whose calls the rule is for; null for all of the tenant''s';
comment on column public.call_block_rules.number is 'The other side''s number, or what it starts with: E.164, or digits as dialled; null for withheld ones';
comment on column public.call_block_rules.hits is 'How many calls it has stopped; the switch counts';
create index call_block_rules_extension_idx on public.call_block_rules (tenant_id, extension_id);
create index call_block_rules_destination_idx on public.call_block_rules (tenant_id, destination_id);

-- People do not count hits.
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
create trigger touch before update on public.call_block_rules for each row execute function private.touch();
create trigger audit after insert or update or delete on public.call_block_rules
  for each row execute function private.audit('telephony');

alter table public.call_block_rules enable row level security;
create policy call_block_rules_select on public.call_block_rules for select to authenticated
  using ((select private.has_permission('telephony', 'view')));
create policy call_block_rules_insert on public.call_block_rules for insert to authenticated
  with check ((select private.has_permission('telephony', 'create')));
create policy call_block_rules_update on public.call_block_rules for update to authenticated
  using ((select private.has_permission('telephony', 'edit')))
  with check ((select private.has_permission('telephony', 'edit')));
create policy call_block_rules_delete on public.call_block_rules for delete to authenticated
  using ((select private.has_permission('telephony', 'delete')));

-- The list's rows: a rule with what its columns say of the extension, and whether it counts at this moment.
create view public.call_block_list with (security_invoker = true) as
select b.*, e.extension, coalesce(b.expires_at <= now(), false) as expired
from public.call_block_rules b
left join public.extensions e on e.id = b.extension_id;
revoke insert, update, delete on public.call_block_list from authenticated, service_role;

insert into private.record_lists (table_name, section, source, searchable, sortable, filterable) values
  ('call_block_rules', 'telephony', 'call_block_list', '{number,name}', '{number,name,hits,created_at}',
    '{direction,match,action,enabled,expired}');

-- How many calls of the last so many days a rule would have stopped, and when the last one was. For inbound rules the
-- caller counts, for outbound ones the number called. A withheld number is empty or a word of the switch.
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
