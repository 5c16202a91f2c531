-- IVR menus: callers hear a greeting and press digits. Values are those of FreeSWITCH's mod_dptools `ivr`.

create table public.ivr_menus (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  name text not null check (length(btrim(name)) between 1 and 75),
  number text not null check (number ~ '^[0-9]{2,7}$'),
  greet_long_recording_id uuid,
  greet_short_recording_id uuid,
  invalid_sound_recording_id uuid,
  exit_sound_recording_id uuid,
  timeout_ms integer not null default 3000 check (timeout_ms between 1 and 60000),
  inter_digit_timeout_ms integer not null default 2000 check (inter_digit_timeout_ms between 1 and 10000),
  max_failures smallint not null default 3 check (max_failures between 1 and 10),
  max_timeouts smallint not null default 3 check (max_timeouts between 1 and 10),
  digit_length smallint not null default 1 check (digit_length between 1 and 6),
  direct_dial boolean not null default false,
  caller_id_name_prefix text not null default '' check (length(caller_id_name_prefix) <= 20),
  exit_destination_id uuid,
  description text not null default '' check (length(description) <= 255),
  enabled boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  unique (tenant_id, id),
  constraint ivr_menus_greet_long_fkey foreign key (tenant_id, greet_long_recording_id)
    references public.recordings (tenant_id, id),
  constraint ivr_menus_greet_short_fkey foreign key (tenant_id, greet_short_recording_id)
    references public.recordings (tenant_id, id),
  constraint ivr_menus_invalid_sound_fkey foreign key (tenant_id, invalid_sound_recording_id)
    references public.recordings (tenant_id, id),
  constraint ivr_menus_exit_sound_fkey foreign key (tenant_id, exit_sound_recording_id)
    references public.recordings (tenant_id, id),
  constraint ivr_menus_exit_destination_fkey foreign key (tenant_id, exit_destination_id)
    references public.destinations (tenant_id, id)
);
create index ivr_menus_tenant_idx on public.ivr_menus (tenant_id, number);
create index ivr_menus_greet_long_idx on public.ivr_menus (tenant_id, greet_long_recording_id);
create index ivr_menus_greet_short_idx on public.ivr_menus (tenant_id, greet_short_recording_id);
create index ivr_menus_invalid_sound_idx on public.ivr_menus (tenant_id, invalid_sound_recording_id);
create index ivr_menus_exit_sound_idx on public.ivr_menus (tenant_id, exit_sound_recording_id);
create index ivr_menus_exit_destination_idx on public.ivr_menus (tenant_id, exit_destination_id);
comment on column public.ivr_menus.greet_short_recording_id is 'Played instead of the long greeting from the second time on';
comment on column public.ivr_menus.exit_destination_id is 'After too many failures or timeouts; null hangs up';

create table public.ivr_menu_options (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  ivr_menu_id uuid not null,
  position smallint not null default 0 check (position between 0 and 9999),
  digits text not null check (digits ~ '^[0-9*#]{1,6}$'),
  destination_id uuid not null,
  description text not null default '' check (length(description) <= 255),
  enabled boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  -- Deferred, so that one save can exchange the digits of two options.
  constraint ivr_menu_options_digits_once unique (ivr_menu_id, digits) deferrable initially deferred,
  constraint ivr_menu_options_ivr_menu_fkey foreign key (tenant_id, ivr_menu_id)
    references public.ivr_menus (tenant_id, id) on delete cascade,
  constraint ivr_menu_options_destination_fkey foreign key (tenant_id, destination_id)
    references public.destinations (tenant_id, id)
);
create index ivr_menu_options_menu_idx on public.ivr_menu_options (tenant_id, ivr_menu_id, position);
create index ivr_menu_options_destination_idx on public.ivr_menu_options (tenant_id, destination_id);

-- Direct dial is one more entry of the menu, `^\d{2,}$`, that transfers to a number of the tenant's plan. FreeSWITCH
-- (switch_ivr_menu_execute) collects digits until digit_length of them, '#' or the inter-digit timeout, compares the
-- whole of what it collected with every entry, newest first, and direct dial is bound last. So it swallows exactly the
-- options of two or more decimal digits that equal a number of the plan. One digit is never a number, '*' and '#' are
-- not matched, and 1 beside extension 1001 only waits for the inter-digit timeout.
create function private.swallowed_by_direct_dial(digits text, tenant uuid) returns public.number_plan
language sql stable set search_path = '' as $$
  select p from public.number_plan p where p.tenant_id = tenant and p.number = digits and digits ~ '^[0-9]{2,}$'
$$;

-- Held by whoever makes digits and numbers meet, so that two saves at once do not both miss the other.
create function private.lock_direct_dial(tenant uuid) returns void
language sql volatile set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('direct dial ' || tenant, 0))
$$;

create function private.check_ivr_menu() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  menu public.ivr_menus;
  option public.ivr_menu_options;
  holder public.number_plan;
begin
  select * into menu from public.ivr_menus m
  where m.id = (case when tg_table_name = 'ivr_menus' then to_jsonb(new) ->> 'id' else to_jsonb(new) ->> 'ivr_menu_id' end)::uuid;
  if menu.direct_dial then
    perform private.lock_direct_dial(menu.tenant_id);
  end if;
  for option in select * from public.ivr_menu_options o where o.ivr_menu_id = menu.id order by o.position, o.id loop
    if length(option.digits) > menu.digit_length then
      raise exception 'Option % has more digits than the menu waits for (%).', option.digits, menu.digit_length
        using errcode = 'check_violation', detail = '{"column": "ivr_menu_options"}';
    end if;
    holder := private.swallowed_by_direct_dial(option.digits, menu.tenant_id);
    if menu.direct_dial and holder.id is not null then
      raise exception 'Direct dial takes % for the %. Choose other digits, or switch direct dial off.', option.digits,
          btrim(private.kind_noun(holder.kind) || ' ' || holder.name)
        using errcode = 'check_violation', detail = '{"column": "ivr_menu_options"}';
    end if;
  end loop;
  return null;
end
$$;
-- Deferred: a save writes the menu before its options.
create constraint trigger check_options after insert or update of digit_length, direct_dial on public.ivr_menus
  deferrable initially deferred for each row execute function private.check_ivr_menu();
create constraint trigger check_menu after insert or update of digits, ivr_menu_id on public.ivr_menu_options
  deferrable initially deferred for each row execute function private.check_ivr_menu();

create function private.check_direct_dial() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  menu public.ivr_menus;
begin
  perform private.lock_direct_dial(new.tenant_id);
  select m.* into menu
  from public.ivr_menus m
  join public.ivr_menu_options o on o.tenant_id = m.tenant_id and o.ivr_menu_id = m.id
  where m.tenant_id = new.tenant_id and m.direct_dial and o.digits = new.number
  limit 1;
  if menu.id is not null then
    raise exception '% is an option of the IVR menu %, whose callers may dial numbers directly.', new.number, menu.name
      using errcode = 'check_violation', detail = jsonb_build_object('column', new.column_name)::text;
  end if;
  return null;
end
$$;
create trigger check_direct_dial after insert on public.number_plan
  for each row when (new.number ~ '^[0-9]{2,6}$') execute function private.check_direct_dial();

create trigger claim_number after insert or update or delete on public.ivr_menus
  for each row execute function private.claim_number('ivr_menus', 'number', 'name');
create trigger publish_destination after insert or update or delete on public.ivr_menus
  for each row execute function private.publish_destination('ivr_menus', 'number', 'name');
create trigger touch before update on public.ivr_menus for each row execute function private.touch();
create trigger touch before update on public.ivr_menu_options for each row execute function private.touch();
create trigger audit after insert or update or delete on public.ivr_menus
  for each row execute function private.audit('telephony');
create trigger audit after insert or update or delete on public.ivr_menu_options
  for each row execute function private.audit('telephony', 'telephony', 'ivr_menu_id');

alter table public.ivr_menus enable row level security;
alter table public.ivr_menu_options enable row level security;

create policy ivr_menus_select on public.ivr_menus for select to authenticated
  using ((select private.has_permission('telephony', 'view')));
create policy ivr_menus_insert on public.ivr_menus for insert to authenticated
  with check ((select private.has_permission('telephony', 'create')));
create policy ivr_menus_update on public.ivr_menus for update to authenticated
  using ((select private.has_permission('telephony', 'edit')))
  with check ((select private.has_permission('telephony', 'edit')));
create policy ivr_menus_delete on public.ivr_menus for delete to authenticated
  using ((select private.has_permission('telephony', 'delete')));

-- The options of a menu are a part of it: whoever may edit one may replace its options.
create policy ivr_menu_options_select on public.ivr_menu_options for select to authenticated
  using ((select private.has_permission('telephony', 'view')));
create policy ivr_menu_options_insert on public.ivr_menu_options for insert to authenticated
  with check ((select private.has_permission('telephony', 'create')) or (select private.has_permission('telephony', 'edit')));
create policy ivr_menu_options_update on public.ivr_menu_options for update to authenticated
  using ((select private.has_permission('telephony', 'edit')))
  with check ((select private.has_permission('telephony', 'edit')));
create policy ivr_menu_options_delete on public.ivr_menu_options for delete to authenticated
  using ((select private.has_permission('telephony', 'edit')) or (select private.has_permission('telephony', 'delete')));

-- What the list shows of a menu: how many options are enabled, and the menus that lead to it.
create view public.ivr_menu_summaries with (security_invoker = true) as
select m.*,
  (select count(*)::int from public.ivr_menu_options o
    where o.tenant_id = m.tenant_id and o.ivr_menu_id = m.id and o.enabled) as option_count,
  coalesce((
    select jsonb_agg(jsonb_build_object('id', p.id, 'number', p.number, 'name', p.name) order by p.number)
    from public.ivr_menus p
    where p.tenant_id = m.tenant_id and p.id <> m.id and (p.exit_destination_id = m.id or exists (
      select 1 from public.ivr_menu_options o
      where o.tenant_id = m.tenant_id and o.ivr_menu_id = p.id and o.destination_id = m.id))), '[]') as parents
from public.ivr_menus m;

insert into private.record_lists (table_name, section, source, searchable, sortable, filterable) values
  ('ivr_menus', 'telephony', 'ivr_menu_summaries', '{name,number,description}', '{name,number,created_at,option_count}',
    '{enabled,direct_dial}');
