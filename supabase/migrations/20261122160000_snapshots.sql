-- What decides a tenant's calls as one document, public.tenant_snapshot, with a version that every change of it raises.
-- A table says in its declaration whether it is in there: tables of the section telephony are, unless they say otherwise.

-- A snapshot's version is the sum of two rows: the tenant's, and the one without a tenant, which counts changes of what all
-- tenants share. `touch` counts. The first version is a time, so that a tenant deleted and restored goes on above its old one.
create table public.tenant_versions (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid unique nulls not distinct references public.tenants (id) on delete cascade,
  version bigint not null default extract(epoch from clock_timestamp())::bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
select private.read_only('tenant_versions', section => 'telephony', written_by => 'functions');
insert into public.tenant_versions (tenant_id) select id from public.tenants union all select null;

-- Whose snapshot the current transaction has changed; null stands for all. Rows live until the transaction commits.
create table private.changed_snapshots (
  id uuid primary key default gen_random_uuid(),
  transaction_id xid8 not null default pg_current_xact_id(),
  tenant_id uuid,
  unique nulls not distinct (transaction_id, tenant_id)
);
alter table private.changed_snapshots enable row level security;
revoke all on private.changed_snapshots from authenticated, service_role;

-- Raises the version at the end of the transaction: once, however much it changed, and without keeping others who change the
-- same tenant waiting for all of a long import.
create function private.raise_version() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.tenant_id is null then
    update public.tenant_versions v set updated_at = now() where v.tenant_id is null;
  else
    update public.tenant_versions v set updated_at = now() where v.tenant_id = new.tenant_id;
  end if;
  delete from private.changed_snapshots c where c.id = new.id;
  return null;
end
$$;
create constraint trigger raise_version after insert on private.changed_snapshots
  deferrable initially deferred for each row execute function private.raise_version();

create function private.begin_version() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.tenant_versions (tenant_id) values (new.id);
  return null;
end
$$;
create trigger begin_version after insert on public.tenants for each row execute function private.begin_version();

create table private.snapshot_tables (
  table_name text primary key,
  -- The column with the tenant; null when the rows are in every tenant's snapshot.
  tenant_column text,
  -- What the rows in the snapshot consist of, in this order.
  columns text[] not null
);
alter table private.snapshot_tables enable row level security;
revoke all on private.snapshot_tables from authenticated, service_role;

-- The rows of the snapshots as they stand in there: to write thousands as JSON takes longer than a call may wait.
create table private.snapshot_rows (
  table_name text not null references private.snapshot_tables (table_name),
  record_id uuid not null,
  tenant_id uuid,
  row json not null,
  primary key (table_name, record_id)
);
create index snapshot_rows_tenant_idx on private.snapshot_rows (tenant_id);
alter table private.snapshot_rows enable row level security;
revoke all on private.snapshot_rows from authenticated, service_role;

-- [table, value, …], the values in the order of the columns.
create function private.snapshot_row(kept private.snapshot_tables, whole jsonb) returns json
language sql immutable set search_path = '' as $$
  select json_agg(case place when 1 then to_jsonb(kept.table_name) else whole -> c end order by place)
  from unnest(kept.table_name || kept.columns) with ordinality u (c, place)
$$;

-- Keeps the rows in the snapshots as the table's rows are, and notes the tenants for which that made a difference.
create function private.keep_snapshot() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  kept private.snapshot_tables;
  tenants uuid[];
begin
  if not exists (select 1 from changed) then
    return null;
  end if;
  select * into strict kept from private.snapshot_tables s where s.table_name = tg_table_name;
  if tg_op = 'DELETE' then
    with gone as (
      delete from private.snapshot_rows s using changed c
      where s.table_name = kept.table_name and s.record_id = c.id
      returning s.tenant_id
    )
    select array_agg(distinct g.tenant_id) into tenants from gone g;
  else
    with stated as materialized (
      select c.id, (w.whole ->> kept.tenant_column)::uuid as tenant_id, private.snapshot_row(kept, w.whole) as row
      from changed c
      cross join lateral (select to_jsonb(c) as whole) w
    ), differing as materialized (
      select n.id, n.tenant_id, n.row, n.tenant_id is not null or kept.tenant_column is null as belongs,
        s.tenant_id as earlier_tenant
      from stated n
      left join private.snapshot_rows s on s.table_name = kept.table_name and s.record_id = n.id
      where s.record_id is null or s.tenant_id is distinct from n.tenant_id or s.row::text <> n.row::text
    ), removed as (
      delete from private.snapshot_rows s using differing d
      where s.table_name = kept.table_name and s.record_id = d.id and not d.belongs
    ), stored as (
      insert into private.snapshot_rows (table_name, record_id, tenant_id, row)
      select kept.table_name, d.id, d.tenant_id, d.row from differing d where d.belongs
      on conflict on constraint snapshot_rows_pkey do update set tenant_id = excluded.tenant_id, row = excluded.row
    )
    select array_agg(distinct t.id) into tenants
    from differing d
    cross join lateral (values (d.tenant_id), (d.earlier_tenant)) t (id);
  end if;
  insert into private.changed_snapshots (tenant_id)
  select t from unnest(tenants) t where t is not null or kept.tenant_column is null order by t
  on conflict do nothing;
  return null;
end
$$;

-- Puts a table into the snapshots without the columns `left_out`. A migration that gives such a table another column calls it
-- again.
create function private.put_in_snapshot(table_name text, left_out text[] default '{}') returns void
language plpgsql set search_path = '' as $$
declare
  target regclass := format('public.%I', table_name)::regclass;
  kept private.snapshot_tables;
begin
  insert into private.snapshot_tables values (table_name,
    case when table_name = 'tenants' then 'id' when private.has_column(target, 'tenant_id') then 'tenant_id' end,
    array(select a.attname::text from pg_catalog.pg_attribute a
      where a.attrelid = target and a.attnum > 0 and not a.attisdropped
        and a.attname <> all ('{tenant_id,created_at,updated_at,version}'::text[] || left_out)
      order by a.attnum))
  on conflict on constraint snapshot_tables_pkey do update set columns = excluded.columns
  returning * into kept;
  execute format('create or replace trigger keep_snapshot_of_new after insert on %s referencing new table as changed
    for each statement execute function private.keep_snapshot()', target);
  execute format('create or replace trigger keep_snapshot_of_changed after update on %s referencing new table as changed
    for each statement execute function private.keep_snapshot()', target);
  execute format('create or replace trigger keep_snapshot_of_deleted after delete on %s referencing old table as changed
    for each statement execute function private.keep_snapshot()', target);
  perform private.renew_snapshots(table_name);
end
$$;

-- Writes a table's rows into the snapshots anew, or those of all tables: for what was loaded without triggers.
create function private.renew_snapshots(only_table text default null) returns void
language plpgsql set search_path = '' as $$
declare
  kept private.snapshot_tables;
begin
  for kept in select * from private.snapshot_tables s where only_table is null or s.table_name = only_table loop
    delete from private.snapshot_rows s where s.table_name = kept.table_name;
    execute format($rows$
      insert into private.snapshot_rows (table_name, record_id, tenant_id, row)
      select %1$L, t.id, %2$s, private.snapshot_row($1, to_jsonb(t)) from public.%1$I t where %3$s$rows$, kept.table_name,
      coalesce('t.' || quote_ident(kept.tenant_column), 'null'),
      coalesce('t.' || quote_ident(kept.tenant_column) || ' is not null', 'true')) using kept;
  end loop;
  insert into public.tenant_versions (tenant_id) select t.id from public.tenants t union all select null
  on conflict (tenant_id) do update set updated_at = now();
end
$$;

create function private.tenant_snapshot(tenant uuid) returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  if (select auth.uid()) is not null
      and not (private.has_permission('telephony', 'view') and private.has_permission('tenants', 'view')) then
    raise exception 'Your role does not allow this.' using errcode = 'insufficient_privilege';
  end if;
  return (
    select json_agg(d.part) from (
      select json_build_object(
        'version', (select sum(v.version)::bigint from public.tenant_versions v where v.tenant_id = tenant or v.tenant_id is null),
        'columns', (select json_object_agg(s.table_name, s.columns) from private.snapshot_tables s)) as part
      union all
      select s.row from private.snapshot_rows s where s.tenant_id = tenant or s.tenant_id is null
    ) d
  );
end
$$;
grant execute on function private.tenant_snapshot(uuid) to authenticated, service_role;

-- Everything that decides a tenant's calls, as [{version, columns: {table: names}}, [table, value, …], …]: the values in the order
-- of the names, rows in any order. lib/tenants/snapshot-client.ts makes records of it; written as records, or in parts that are
-- put together, it takes the database twice as long. Null when the caller sees no such tenant. The version grows with every
-- transaction that changes any of it. Of secrets there is only which record has which.
create function public.tenant_snapshot(tenant uuid) returns json
language sql stable security invoker set search_path = '' as $$
  select private.tenant_snapshot(t.id) from public.tenants t where t.id = tenant
$$;
grant execute on function public.tenant_snapshot(uuid) to authenticated, service_role;

-- The calls of the first migration, which now put a table into the snapshot too:
--   snapshot   whether it is in there; without it, what the section says, and for parts what their record's table says
--   left_out   columns that no call depends on
drop function private.records, private.parts, private.read_only;

create function private.records(
  table_name text, section text,
  may_view text[] default '{view}', may_create text[] default '{create}', may_edit text[] default '{edit}',
  may_delete text[] default '{delete}', trail text[] default null, touch boolean default true,
  number text default null, codes text[] default '{}', destination text default null, named text default 'name',
  kind text default null, secrets jsonb default '{}', opens_others boolean default true,
  not_while_suspended boolean default false,
  source text default null, search text[] default '{}', sort text[] default null, filter text[] default '{}',
  part_of text default null, part_column text default null, snapshot boolean default null, left_out text[] default '{}'
) returns void
language plpgsql set search_path = '' as $$
declare
  target regclass := format('public.%I', table_name)::regclass;
  made private.record_tables;
begin
  insert into private.record_tables values (
    table_name, section, part_of, part_column, may_view, may_create, may_edit, may_delete,
    coalesce(trail, array[section]), touch and private.has_column(target, 'version'),
    private.has_column(target, 'tenant_id', true), number, codes, destination, named, coalesce(kind, table_name), secrets,
    opens_others, not_while_suspended)
  returning * into made;
  execute format('alter table public.%I enable row level security', table_name);
  perform private.make_policies(made);
  perform private.make_triggers(made);
  if sort is not null then
    insert into private.record_lists (table_name, section, source, searchable, sortable, filterable)
    values (table_name, section, source, search, sort, filter);
    perform private.make_indexes(made, sort);
  end if;
  if coalesce(snapshot, section = 'telephony') then
    perform private.put_in_snapshot(table_name, left_out);
  end if;
end
$$;

create function private.parts(
  table_name text, of text, by text,
  may_view text[] default '{view}', may_create text[] default '{create,edit}', may_edit text[] default '{edit}',
  may_delete text[] default '{edit,delete}', trail text default null,
  search text[] default '{}', sort text[] default null, filter text[] default '{}',
  snapshot boolean default null, left_out text[] default '{}'
) returns void
language plpgsql set search_path = '' as $$
declare
  whole private.record_tables;
begin
  select * into strict whole from private.record_tables r where r.table_name = of;
  perform private.records(table_name, whole.section, may_view, may_create, may_edit, may_delete,
    array[coalesce(trail, whole.section), coalesce(trail, whole.section), by],
    search => search, sort => sort, filter => filter, part_of => of, part_column => by,
    snapshot => coalesce(snapshot, exists (select 1 from private.snapshot_tables s where s.table_name = of)),
    left_out => left_out);
end
$$;

create function private.read_only(
  table_name text, section text, may_view text[] default '{view}', written_by text default 'service_role',
  snapshot boolean default false, left_out text[] default '{}'
) returns void
language plpgsql set search_path = '' as $$
declare
  target regclass := format('public.%I', table_name)::regclass;
  made private.record_tables;
begin
  insert into private.record_tables values (
    table_name, section, null, null, may_view, '{}', '{}', '{}', '{}', private.has_column(target, 'version'), false,
    null, '{}', null, 'name', table_name, '{}', true, false)
  returning * into made;
  execute format('alter table public.%I enable row level security', table_name);
  execute format('revoke insert, update, delete on public.%I from authenticated', table_name);
  if written_by = 'functions' then
    execute format('revoke insert, update, delete on public.%I from service_role', table_name);
  end if;
  perform private.make_policies(made);
  perform private.make_triggers(made);
  if snapshot then
    perform private.put_in_snapshot(table_name, left_out);
  end if;
end
$$;

-- The tables that there are. What calls count, who did something, money and waveforms are left out.
select private.put_in_snapshot(t.table_name, t.left_out)
from (values
  ('tenants', '{}'::text[]), ('tenant_settings', '{id}'), ('secrets', '{id,value}'), ('destinations', '{}'), ('feature_codes', '{}'),
  ('emergency_addresses', '{}'),
  ('dids', '{aging_until,e911_answered_at,e911_answered_by,e911_reference,e911_submitted_at,e911_submitted_by,monthly_cost,tags}'),
  ('did_conditions', '{}'), ('extensions', '{}'), ('extension_follow_me', '{}'),
  ('devices', '{inventory_id,last_provisioned_at,serial_number}'), ('device_lines', '{}'),
  ('ring_groups', '{}'), ('ring_group_members', '{}'), ('time_conditions', '{}'), ('time_condition_rules', '{}'),
  ('ivr_menus', '{}'), ('ivr_menu_options', '{}'), ('call_flows', '{switched_at,switched_by}'),
  ('call_center_queues', '{}'), ('call_center_agents', '{status_changed_at}'), ('call_center_tiers', '{}'),
  ('gateways', '{description,expire_seconds,from_domain,from_user,host,ping_seconds,port,register,transport,trusted_addresses,username}'),
  ('outbound_routes', '{}'), ('call_block_rules', '{hits,last_hit_at}'), ('recordings', '{peaks,size_bytes}')
) t (table_name, left_out);
