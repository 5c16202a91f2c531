-- Call flows: a manual switch between two destinations, as between day and night.

create table public.call_flows (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  name text not null check (length(btrim(name)) between 1 and 75),
  number text not null check (number ~ '^[0-9]{2,7}$'),
  feature_code text not null check (feature_code ~ '^\*[0-9]{1,6}$' and feature_code !~ '^\*99[0-9]'),
  state text not null default 'normal' check (state in ('normal', 'alternate')),
  reverts_at timestamptz,
  switched_at timestamptz,
  switched_by text not null default '',
  normal_label text not null default 'Day' check (length(btrim(normal_label)) between 1 and 40),
  normal_recording_id uuid,
  normal_destination_id uuid not null,
  alternate_label text not null default 'Night' check (length(btrim(alternate_label)) between 1 and 40),
  alternate_recording_id uuid,
  alternate_destination_id uuid not null,
  enabled boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  unique (tenant_id, id),
  foreign key (tenant_id, normal_destination_id) references public.destinations (tenant_id, id),
  foreign key (tenant_id, alternate_destination_id) references public.destinations (tenant_id, id),
  foreign key (tenant_id, normal_recording_id) references public.recordings (tenant_id, id),
  foreign key (tenant_id, alternate_recording_id) references public.recordings (tenant_id, id),
  constraint call_flows_lead_elsewhere check (normal_destination_id <> id and alternate_destination_id <> id),
  constraint call_flows_labels_differ check (lower(btrim(normal_label)) <> lower(btrim(alternate_label)))
);
create index call_flows_tenant_idx on public.call_flows (tenant_id, name, id);
create index call_flows_normal_destination_idx on public.call_flows (tenant_id, normal_destination_id);
create index call_flows_alternate_destination_idx on public.call_flows (tenant_id, alternate_destination_id);
create index call_flows_normal_recording_idx on public.call_flows (tenant_id, normal_recording_id);
create index call_flows_alternate_recording_idx on public.call_flows (tenant_id, alternate_recording_id);
create index call_flows_reverts_idx on public.call_flows (reverts_at) where reverts_at is not null;
comment on column public.call_flows.feature_code is 'Dialled on a phone, it switches the flow';
comment on column public.call_flows.reverts_at is 'When the flow switches itself to the other state; from then on that one counts';
comment on column public.call_flows.switched_by is 'Who switched it last; empty when it switched itself';

-- Who switched a flow and when is written here and nowhere else. A switch forgets an earlier switch's way back.
create function private.stamp_call_flow() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    new.switched_at := null;
    new.switched_by := '';
    new.reverts_at := null;
  elsif new.state = old.state then
    new.switched_at := old.switched_at;
    new.switched_by := old.switched_by;
  else
    if new.reverts_at is not distinct from old.reverts_at then
      new.reverts_at := null;
    end if;
    if (select auth.uid()) is null and old.reverts_at <= now() then
      new.switched_at := old.reverts_at;
    else
      new.switched_at := now();
    end if;
    new.switched_by := coalesce((select coalesce(nullif(m.full_name, ''), m.email) from public.members m
      where m.user_id = (select auth.uid())), '');
  end if;
  return new;
end
$$;

create trigger stamp before insert or update on public.call_flows
  for each row execute function private.stamp_call_flow();
create trigger touch before update on public.call_flows for each row execute function private.touch();
create trigger audit after insert or update or delete on public.call_flows
  for each row execute function private.audit('telephony');
create trigger claim_number after insert or update or delete on public.call_flows
  for each row execute function private.claim_number('call_flows', 'number', 'name');
create trigger claim_feature_code after insert or update or delete on public.call_flows
  for each row execute function private.claim_number('call_flows', 'feature_code', 'name');
create trigger publish_destination after insert or update or delete on public.call_flows
  for each row execute function private.publish_destination('call_flows', 'number', 'name');
create trigger drop_secrets after delete on public.call_flows for each row execute function private.drop_secrets();

alter table public.call_flows enable row level security;

create policy call_flows_select on public.call_flows for select to authenticated
  using ((select private.has_permission('telephony', 'view')));
create policy call_flows_insert on public.call_flows for insert to authenticated
  with check ((select private.has_permission('telephony', 'create')));
create policy call_flows_update on public.call_flows for update to authenticated
  using ((select private.has_permission('telephony', 'edit')))
  with check ((select private.has_permission('telephony', 'edit')));
create policy call_flows_delete on public.call_flows for delete to authenticated
  using ((select private.has_permission('telephony', 'delete')));

-- Switches the flows whose time has come, of one tenant or of all; nobody stands in the trail as the one who did.
create function private.revert_due_call_flows(tenant uuid default null) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  claims text := current_setting('request.jwt.claims', true);
  subject text := current_setting('request.jwt.claim.sub', true);
  done integer;
begin
  if not private.has_permission('telephony', 'view') and not private.has_permission('telephony', 'edit') then
    return 0;
  end if;
  if not exists (select 1 from public.call_flows f
      where f.reverts_at <= now() and (tenant is null or f.tenant_id = tenant)) then
    return 0;
  end if;
  perform set_config('request.jwt.claims', '', true), set_config('request.jwt.claim.sub', '', true);
  update public.call_flows f
  set state = case f.state when 'normal' then 'alternate' else 'normal' end, reverts_at = null
  where f.reverts_at <= now() and (tenant is null or f.tenant_id = tenant);
  get diagnostics done = row_count;
  perform set_config('request.jwt.claims', coalesce(claims, ''), true),
    set_config('request.jwt.claim.sub', coalesce(subject, ''), true);
  return done;
end
$$;
grant execute on function private.revert_due_call_flows(uuid) to authenticated, service_role;

-- For readers of a tenant's flows, before they read; says how many were switched.
create function public.revert_due_call_flows(tenant uuid) returns integer
language sql volatile security invoker set search_path = '' as $$ select private.revert_due_call_flows($1) $$;
grant execute on function public.revert_due_call_flows(uuid) to authenticated, service_role;

-- Switches a flow of the tenant, optionally until a time, and returns it as stored. `expected_version` is the version the caller has
-- seen: TR409 when there is a newer one, TR410 when the flow is gone.
create function public.switch_call_flow(tenant uuid, flow uuid, to_state text, revert_at timestamptz default null,
  expected_version integer default null)
returns jsonb
language plpgsql volatile security invoker set search_path = '' as $$
declare
  stored public.call_flows;
begin
  if not (select private.has_permission('telephony', 'edit')) then
    raise exception 'You may not switch call flows.' using errcode = 'insufficient_privilege';
  end if;
  if revert_at <= now() then
    raise exception 'The time to switch back is already over.' using errcode = 'check_violation';
  end if;
  select * into stored from public.call_flows f where f.tenant_id = tenant and f.id = flow for update;
  if stored.id is null then
    raise exception 'The call flow is not there any more.' using errcode = 'TR410';
  end if;
  if stored.version <> expected_version then
    raise exception 'Someone has saved this call flow in the meantime.' using errcode = 'TR409';
  end if;
  perform private.revert_due_call_flows(stored.tenant_id);
  update public.call_flows f set state = to_state, reverts_at = revert_at where f.id = flow returning f.* into stored;
  return to_jsonb(stored);
end
$$;
grant execute on function public.switch_call_flow(uuid, uuid, text, timestamptz, integer) to authenticated, service_role;

insert into private.record_lists (table_name, section, searchable, sortable, filterable) values
  ('call_flows', 'telephony', '{name,number,feature_code}', '{name,number,feature_code,switched_at,enabled}',
    '{state,enabled}');
