-- Passwords and PINs. The database never holds the plaintext or the key: the server seals secrets with AES-256-GCM (lib/vault) and opens
-- what the database returns. No user can read the table: functions set and reveal secrets, and every reveal is logged. Each function takes
-- the tenant of the page that calls it and only handles secrets of that tenant's records.

-- A sealed secret: key id and ciphertext. Plaintext does not match.
create domain private.sealed as text check (value ~ '^[a-z0-9]{1,16}\.[A-Za-z0-9_-]{39,}$' and length(value) <= 1500);
create domain private.secret_proof as text check (value ~ '^[a-z0-9]{1,16}\.[A-Za-z0-9_-]{43}$');

create table public.secrets (
  like private.record_columns including all,
  tenant_id uuid references public.tenants (id) on delete cascade,
  owner_table text not null,
  owner_id uuid not null,
  field text not null,
  -- Null until the server generates it (private.secrets_to_seal).
  sealed private.sealed,
  -- A keyed hash, to compare with what is typed on or sent by a phone.
  proof private.secret_proof,
  unique (owner_id, field)
);
create index secrets_tenant_idx on public.secrets (tenant_id);
create index secrets_unsealed_idx on public.secrets (owner_id, field) where sealed is null;
create trigger touch before update on public.secrets for each row execute function private.touch();

-- Calls depend on which records have which secrets, not on their values.
select private.add_to_snapshot('secrets', '{id,sealed,proof}');

alter table public.secrets enable row level security;
grant select, insert, update, delete on public.secrets to service_role;

-- Which secrets records can have. `kind` is 'password' (20 to 64 characters of four classes), 'phone_password' (20 to 30 of them), 'pin' (4
-- to 10 digits, not all the same, not in sequence) or 'carrier' (chosen by the carrier, so any printable characters); the server checks it
-- before sealing (weaknessOf in lib/secrets.ts). `section` is the section whose permissions apply.
create table private.secret_rules (
  owner_table text not null,
  field text not null,
  kind text not null check (kind in ('password', 'phone_password', 'pin', 'carrier')),
  section text not null default 'telephony',
  opens_others boolean not null default true,
  -- For how long a replaced one is still admitted: whoever has it fetches the new one with it.
  admitted_for interval,
  primary key (owner_table, field)
);
comment on column private.secret_rules.opens_others is
  'Whether it gives access to other secrets; then even setting it for the first time needs the permission to reveal';

-- The keyed hashes of replaced secrets that are admitted beside the current one until then. Expired ones are kept to tell an old password
-- from a guess.
create table private.replaced_proofs (
  secret_id uuid not null references public.secrets (id) on delete cascade,
  proof private.secret_proof not null,
  valid_until timestamptz not null,
  primary key (secret_id, proof)
);
alter table private.replaced_proofs enable row level security;

create function private.audit_secret(rule private.secret_rules, owner uuid, tenant uuid, action text, label text) returns void
language sql volatile security definer set search_path = '' as $$
  select private.write_audit_entry(rule.section, rule.owner_table, owner, label, tenant, action,
    jsonb_build_object(rule.field, case when action = 'reveal' then '[]'::jsonb else '["••••••", "••••••"]'::jsonb end))
$$;

create function private.secret_rule(wanted_table text, wanted_field text, needed text[]) returns private.secret_rules
language plpgsql stable security definer set search_path = '' as $$
declare
  rule private.secret_rules;
begin
  select * into rule from private.secret_rules r where r.owner_table = wanted_table and r.field = wanted_field;
  if rule.field is null then
    raise exception 'Unknown secret: % of %.', wanted_field, wanted_table using errcode = 'TR410';
  end if;
  perform private.require_permission(exists (select 1 from unnest(needed) n where private.has_permission(rule.section, n)));
  return rule;
end
$$;

-- Whoever sets a secret knows it. So replacing or removing one needs the reveal permission and a recent sign-in, and so does setting one
-- that opens others: a tenant's provisioning password gives access to its phones' configuration files, with the SIP passwords in them, and
-- a phone's admin password lets them be read from the phone. A first one replaces that of a deleted record with the same id, because clients
-- choose ids, and a mailbox on the switch is named by its extension's: it would open to whoever makes the extension again.
create function private.set_secret(owner_table text, owner uuid, field text, sealed text, proof text, of_tenant uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  rule private.secret_rules := private.secret_rule(owner_table, field, '{edit,create}');
  subject jsonb;
  tenant uuid;
  replaces boolean := exists (
    select 1 from public.secrets s where s.owner_table = rule.owner_table and s.owner_id = owner and s.field = rule.field);
  succeeds boolean := replaces or exists (
    select 1 from private.dropped_secrets d where d.owner_table = rule.owner_table and d.owner_id = owner and d.field = rule.field
      and d.tenant_id is not distinct from of_tenant);
begin
  if succeeds and not private.has_permission(rule.section, 'edit')
      or (succeeds or rule.opens_others) and not private.has_permission(rule.section, 'reveal_secrets') then
    raise exception 'Only users who may reveal this can change it.' using errcode = 'insufficient_privilege';
  end if;
  if succeeds or rule.opens_others then
    perform private.require_recent_sign_in();
  end if;
  execute format('select to_jsonb(t) from public.%I t where t.id = $1', rule.owner_table) into subject using owner;
  tenant := coalesce(subject ->> 'tenant_id', case when rule.owner_table = 'tenants' then subject ->> 'id' end)::uuid;
  perform private.require_found(tenant is not distinct from of_tenant and subject is not null);
  if coalesce(sealed, '') = '' then
    if not replaces then
      return;
    end if;
    delete from public.secrets s where s.owner_table = rule.owner_table and s.owner_id = owner and s.field = rule.field;
  else
    insert into private.replaced_proofs as r (secret_id, proof, valid_until)
    select s.id, s.proof, now() + rule.admitted_for from public.secrets s
    where s.owner_table = rule.owner_table and s.owner_id = owner and s.field = rule.field
      and s.proof <> set_secret.proof and rule.admitted_for is not null
    on conflict on constraint replaced_proofs_pkey do update set valid_until = excluded.valid_until;
    insert into public.secrets as s (tenant_id, owner_table, owner_id, field, sealed, proof)
    values (tenant, rule.owner_table, owner, rule.field, set_secret.sealed, set_secret.proof)
    on conflict on constraint secrets_owner_id_field_key do update set sealed = excluded.sealed, proof = excluded.proof
      where replaces;
    -- Someone else set it after the lookup above.
    if not found then
      raise exception 'Someone else has set this since you opened it.' using errcode = 'TR409';
    end if;
  end if;
  -- A phone with the old password cannot call, not even emergency services, but stays registered for as long as it asked.
  if replaces and rule.owner_table = 'extensions' and rule.field = 'sip_password' then
    perform private.end_phones(tenant, owner, subject ->> 'extension');
  end if;
  perform private.audit_secret(rule, owner, tenant, 'update', private.record_label(subject));
end
$$;

-- Stops admitting replaced secrets at once, as after a leak: whoever has one could fetch the new one with it.
create function private.cut_off_replaced_secret(owner_table text, owner uuid, field text, tenant uuid default null) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  rule private.secret_rules := private.secret_rule(owner_table, field, '{edit}');
  kept public.secrets;
  subject jsonb;
begin
  perform private.require_permission(private.has_permission(rule.section, 'reveal_secrets'));
  perform private.require_recent_sign_in();
  select * into kept from public.secrets s
  where s.tenant_id is not distinct from tenant and s.owner_id = owner and s.owner_table = rule.owner_table and s.field = rule.field;
  perform private.require_found(kept.id is not null);
  update private.replaced_proofs r set valid_until = now() where r.secret_id = kept.id and r.valid_until > now();
  if found then
    execute format('select to_jsonb(t) from public.%I t where t.id = $1', rule.owner_table) into subject using owner;
    perform private.write_audit_entry(rule.section, rule.owner_table, owner, private.record_label(subject), kept.tenant_id, 'update',
      jsonb_build_object('replaced_' || rule.field, jsonb_build_array('••••••', null)));
  end if;
end
$$;

-- Needs a recent sign-in.
create function private.reveal_secret(owner_table text, owner uuid, field text, tenant uuid default null) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  rule private.secret_rules := private.secret_rule(owner_table, field, '{reveal_secrets}');
  kept public.secrets;
  subject jsonb;
begin
  perform private.require_recent_sign_in();
  select * into kept from public.secrets s
  where s.tenant_id is not distinct from tenant and s.owner_id = owner and s.owner_table = rule.owner_table and s.field = rule.field;
  if kept.id is null then
    return null;
  end if;
  execute format('select to_jsonb(t) from public.%I t where t.id = $1', rule.owner_table) into subject using owner;
  perform private.audit_secret(rule, owner, kept.tenant_id, 'reveal', private.record_label(subject));
  return kept.sealed;
end
$$;

create function private.secret_fields(owner uuid, tenant uuid default null)
returns table (field text, set_at timestamptz, replaced_until timestamptz)
language sql stable security definer set search_path = '' as $$
  select s.field, s.updated_at,
    (select max(p.valid_until) from private.replaced_proofs p where p.secret_id = s.id and p.valid_until > now())
  from public.secrets s
  join private.secret_rules r on r.owner_table = s.owner_table and r.field = s.field
  where s.tenant_id is not distinct from tenant and s.owner_id = owner and private.has_permission(r.section, 'view')
$$;
create function private.secret_kind(owner_table text, field text) returns text
language sql stable security definer set search_path = '' as $$
  select r.kind from private.secret_rules r
  where r.owner_table = $1 and r.field = $2
    and exists (select 1 from unnest('{view,create,edit}'::text[]) one where private.has_permission(r.section, one))
$$;

-- What kind of secret this is, as in private.secret_rules; null when the caller can neither see nor set such a secret.
select private.expose('secret_kind');

-- Sets a record's secret; with no tenant given, that of a record without one. An empty text removes it. Needs edit or create. Called by the
-- server as the caller, after sealing what the caller chose.
create function public.set_secret(owner_table text, owner uuid, field text, sealed text, tenant uuid default null, proof text default null)
returns void
language sql volatile security invoker set search_path = '' as $$ select private.set_secret($1, $2, $3, $4, $6, $5) $$;

-- Returns the sealed secret, which the server opens for the caller; null when there is none. Needs reveal_secrets and writes a trail entry.
select private.expose('reveal_secret');

-- The secrets a record has, when each was set, and until when one that it replaced is still admitted.
select private.expose('secret_fields');

-- Needs edit and reveal_secrets.
select private.expose('cut_off_replaced_secret');

-- Secrets of deleted records, kept for a month: the phone of a restored extension can register again, also after its whole tenant was
-- deleted. Of a PIN without which the record would be open, it is kept for good that there was one.
create table private.dropped_secrets (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null,
  owner_table text not null,
  field text not null,
  tenant_id uuid,
  sealed private.sealed,
  proof private.secret_proof,
  replaced jsonb not null default '[]',
  dropped_at timestamptz not null default now(),
  unique nulls not distinct (owner_table, owner_id, field, tenant_id)
);
comment on column private.dropped_secrets.replaced is 'Its private.replaced_proofs: [{proof, valid_until}]';
create index dropped_secrets_dropped_idx on private.dropped_secrets (dropped_at);

-- Sets aside a deleted record's secrets; with a tenant, those of all its records. A record of another table or tenant may have the same id,
-- and so may one that was made and deleted after this one: clients choose them. The secrets of that one do not replace those that the
-- first comes back with.
create function private.drop_secrets() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  with dropped as (
    delete from public.secrets s
    where s.owner_table = tg_table_name and s.owner_id = old.id or tg_table_name = 'tenants' and s.tenant_id = old.id
    returning s.owner_id, s.owner_table, s.field, s.tenant_id, s.sealed, s.proof, (
      select coalesce(jsonb_agg(to_jsonb(r) - 'secret_id'), '[]') from private.replaced_proofs r where r.secret_id = s.id)
  )
  insert into private.dropped_secrets (owner_id, owner_table, field, tenant_id, sealed, proof, replaced)
  select d.* from dropped d
  on conflict do nothing;
  return old;
end
$$;
-- Before, because the cascade would delete them first.
create trigger drop_secrets before delete on public.tenants for each row execute function private.drop_secrets();

-- Gives a restored record its secrets back, if the caller may create such records. This reveals nothing: secrets only go back to the record
-- they were dropped with, in its table and tenant.
create function private.restore_secrets(restored_table text, record uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not exists (
    select 1 from private.dropped_secrets d
    join private.secret_rules r on r.owner_table = d.owner_table and r.field = d.field
    where d.owner_id = record and d.owner_table = restored_table and private.has_permission(r.section, 'create')
  ) then
    return;
  end if;
  execute format($query$
    with kept as (
      delete from private.dropped_secrets d using public.%I t
      where d.owner_id = $1 and d.owner_table = $2 and t.id = d.owner_id
        and d.tenant_id is not distinct from (case when $2 = 'tenants' then t.id else (to_jsonb(t) ->> 'tenant_id')::uuid end)
      returning d.*
    ), restored as (
      insert into public.secrets (tenant_id, owner_table, owner_id, field, sealed, proof)
      select k.tenant_id, k.owner_table, k.owner_id, k.field, k.sealed, k.proof from kept k
      on conflict (owner_id, field) do update set sealed = excluded.sealed, proof = excluded.proof
        where secrets.owner_table = excluded.owner_table
      returning id, field
    )
    insert into private.replaced_proofs (secret_id, proof, valid_until)
    select s.id, r.proof, r.valid_until from restored s join kept k on k.field = s.field
    cross join jsonb_to_recordset(k.replaced) r (proof private.secret_proof, valid_until timestamptz)
    on conflict do nothing
  $query$, restored_table) using record, restored_table;
end
$$;

-- A route, room or call flow that is restored later asks for a PIN that nobody knows, which the server generates, until someone sets one.
-- A mailbox without PIN is closed.
create function private.delete_old_dropped_secrets() returns integer
language sql volatile security definer set search_path = '' as $$
  with old as (
    select d.id, coalesce(r.kind = 'pin' and r.field <> 'voicemail_pin', false) as is_kept
    from private.dropped_secrets d
    left join private.secret_rules r on r.owner_table = d.owner_table and r.field = d.field
    where d.dropped_at < now() - private.kept('dropped')
  ), emptied as (
    update private.dropped_secrets d set sealed = null, proof = null
    from old o where d.id = o.id and o.is_kept and d.sealed is not null
    returning d.id
  ), deleted as (
    delete from private.dropped_secrets d using old o where d.id = o.id and not o.is_kept
    returning d.id
  )
  select count(*)::int from (table emptied union all table deleted) done
$$;

-- Deletes the secrets of records that were deleted so long ago, except that there was a PIN that kept others out; returns how many.
select private.expose('delete_old_dropped_secrets', 'service_role');

-- Up to 500 secrets for the server to seal: those not generated yet, for a tenant, an owner or all; or those sealed with a key other than
-- the given one, after the first `skipped`. `kind` as in private.secret_rules. Each question has a branch of its own, so that an index finds
-- those not generated yet, which every server asks for each minute.
create function private.secrets_to_seal(
  of_tenant uuid default null, of_owner uuid default null, other_than text default null, skipped integer default 0
)
returns table (owner_id uuid, field text, kind text, sealed text)
language sql stable security definer set search_path = '' as $$
  select s.owner_id, s.field, r.kind, s.sealed::text from (
    select k.owner_id, k.owner_table, k.field, k.sealed, k.tenant_id from public.secrets k
    where other_than is null and k.sealed is null
    union all
    select k.owner_id, k.owner_table, k.field, k.sealed, k.tenant_id from public.secrets k
    where other_than is not null and split_part(k.sealed, '.', 1) <> other_than
    union all
    select d.owner_id, d.owner_table, d.field, d.sealed, d.tenant_id from private.dropped_secrets d
    where other_than is not null and split_part(d.sealed, '.', 1) <> other_than
  ) s
  left join private.secret_rules r on r.owner_table = s.owner_table and r.field = s.field
  where (of_tenant is null or s.tenant_id = of_tenant) and (of_owner is null or s.owner_id = of_owner)
  order by s.owner_id, s.field
  limit 500 offset skipped
$$;

-- Stores [{owner, field, was, sealed, proof}] where the stored value is still `was`; returns how many.
create function private.store_sealed(changes jsonb) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  done integer;
begin
  with given as materialized (
    select * from jsonb_to_recordset(changes) c (owner uuid, field text, was text, sealed text, proof text)
  ), dropped as (
    update private.dropped_secrets d set sealed = g.sealed, proof = g.proof
    from given g where d.owner_id = g.owner and d.field = g.field and d.sealed is not distinct from g.was
  )
  update public.secrets s set sealed = g.sealed, proof = g.proof
  from given g where s.owner_id = g.owner and s.field = g.field and s.sealed is not distinct from g.was;
  get diagnostics done = row_count;
  return done;
end
$$;

-- The ids of the keys that twenty secrets are sealed with: the same twenty for every server, which compares them with its own keys. They are
-- of tenants, because whoever may add records sets these records' first PINs, and could give them any key id.
create function private.sealing_keys() returns text[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(split_part(s.sealed, '.', 1)), '{}')
  from (
    select k.sealed from public.secrets k
    where k.owner_table = 'tenants' and k.sealed is not null
    order by k.owner_id, k.field limit 20
  ) s
$$;

select private.expose('sealing_keys', 'service_role');
select private.expose('secrets_to_seal', 'service_role');
select private.expose('store_sealed', 'service_role');

select private.grant_access('{set_secret,restore_secrets}');
