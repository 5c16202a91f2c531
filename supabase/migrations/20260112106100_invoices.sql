-- Invoices, their lines and payments. A draft may change; what is issued stays as it is, whoever asks.

create table public.invoices (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references public.tenants (id),
  period_start date not null check (extract(day from period_start) = 1),
  status text not null default 'draft' check (status in ('draft', 'issued', 'paid', 'void')),
  number text unique,
  currency text not null default 'USD' check (currency in ('USD', 'CAD', 'EUR', 'GBP')),
  bill_to text not null default '' check (length(bill_to) <= 500),
  note text not null default '' check (length(note) <= 1000),
  terms_days integer not null default 30 check (terms_days in (0, 15, 30)),
  issued_on date,
  due_on date,
  total numeric(14, 2) not null default 0,
  paid numeric(14, 2) not null default 0,
  voided_at timestamptz,
  void_reason text not null default '' check (length(void_reason) <= 500),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  unique (tenant_id, id),
  constraint invoices_have_a_number_once_issued check (
    (status = 'draft') = (number is null) and (number is null) = (issued_on is null) and (number is null) = (due_on is null)),
  constraint invoices_state_why_they_are_void check (
    (status = 'void') = (voided_at is not null) and (status <> 'void' or length(btrim(void_reason)) > 0))
);
create unique index invoices_one_a_period_idx on public.invoices (tenant_id, period_start) where status <> 'void';
create index invoices_overdue_idx on public.invoices (due_on) where status = 'issued';
comment on column public.invoices.period_start is 'First day of the month whose subscriptions are charged ahead; calls are those of the month before';
comment on column public.invoices.paid is 'The part of total that payments and credits cover; private.settlement decides it';

create table public.invoice_lines (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null,
  invoice_id uuid not null,
  kind text not null default 'adjustment' check (kind in ('recurring', 'one_off', 'usage', 'adjustment')),
  line_key text not null default gen_random_uuid()::text check (length(line_key) <= 120),
  position integer not null default 9000,
  subscription_id uuid,
  cycle_start date,
  service_from date,
  service_to date,
  description text not null check (length(btrim(description)) between 1 and 255),
  quantity numeric(14, 4) not null default 1,
  unit_price numeric(14, 4),
  amount numeric(14, 2) not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  unique (invoice_id, line_key),
  foreign key (tenant_id, invoice_id) references public.invoices (tenant_id, id) on delete cascade,
  foreign key (tenant_id, subscription_id) references public.subscriptions (tenant_id, id)
);
create index invoice_lines_invoice_idx on public.invoice_lines (tenant_id, invoice_id, position);
create index invoice_lines_subscription_idx on public.invoice_lines (subscription_id, cycle_start)
  where subscription_id is not null;
comment on column public.invoice_lines.line_key is 'What the line charges; a draft that is made anew keeps the line under its key';

create table public.payments (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references public.tenants (id),
  invoice_id uuid,
  amount numeric(14, 2) not null,
  method text not null check (method in ('card', 'ach', 'check', 'wire', 'cash', 'other', 'refund')),
  reference text not null default '' check (length(reference) <= 128),
  note text not null default '' check (length(note) <= 500),
  received_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  foreign key (tenant_id, invoice_id) references public.invoices (tenant_id, id),
  constraint payments_add_and_refunds_take check (case when method = 'refund' then amount < 0 else amount > 0 end),
  constraint payments_refunds_are_of_the_account check (method <> 'refund' or invoice_id is null)
);
create index payments_tenant_idx on public.payments (tenant_id, received_at desc);
create index payments_invoice_idx on public.payments (invoice_id) where invoice_id is not null;
comment on column public.payments.invoice_id is 'The invoice it is meant for; what is left over, and a payment for none, covers the invoices that are due first';

-- The last number given in a year. Locked until the issuing transaction ends, so that no number is lost or given twice.
create table private.invoice_counters (year integer primary key, last integer not null);

create function private.next_invoice_number(year integer) returns text
language sql volatile security definer set search_path = '' as $$
  insert into private.invoice_counters as c (year, last) values ($1, 1)
  on conflict on constraint invoice_counters_pkey do update set last = c.last + 1
  returning c.year || '-' || lpad(c.last::text, greatest(5, length(c.last::text)), '0')
$$;

-- One at a time for each tenant: cycle runs, issuing, voiding, payments.
create function private.lock_billing(tenant uuid) returns void
language sql volatile security definer set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('billing ' || tenant, 0))
$$;

-- How much of each issued invoice is covered. A payment first covers the invoice it is meant for; what is left over,
-- payments for none and invoices below zero cover the open ones in the order in which they are due.
create function private.settlement(tenant uuid) returns table (invoice_id uuid, paid numeric)
language sql stable security definer set search_path = '' as $$
  with owed as (
    select i.id, i.due_on, i.number, greatest(i.total, 0) as charge, least(i.total, 0) as credit
    from public.invoices i where i.tenant_id = tenant and i.status in ('issued', 'paid')
  ),
  meant as (
    select o.*, least(o.charge, coalesce(
      (select sum(p.amount) from public.payments p where p.invoice_id = o.id and p.tenant_id = tenant), 0)) as covered
    from owed o
  ),
  pool as (
    select coalesce((select sum(p.amount) from public.payments p where p.tenant_id = tenant), 0)
      - coalesce((select sum(m.credit + m.covered) from meant m), 0) as amount
  ),
  queue as (
    select m.*, coalesce(sum(m.charge - m.covered) over (order by m.due_on, m.number
      rows between unbounded preceding and 1 preceding), 0) as before
    from meant m
  )
  select q.id, q.credit + q.covered + greatest(0, least(q.charge - q.covered, pool.amount - q.before))
  from queue q, pool
$$;

-- Brings `paid` and the state of a tenant's invoices up to date.
create function private.settle(tenant uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  update public.invoices i
  set paid = s.paid, status = case when s.paid >= i.total then 'paid' else 'issued' end
  from private.settlement(tenant) s
  where i.id = s.invoice_id and i.tenant_id = tenant
    and (i.paid, i.status) is distinct from (s.paid, case when s.paid >= i.total then 'paid' else 'issued' end);
end
$$;

create function private.guard_invoices() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  covered numeric;
begin
  if tg_op = 'INSERT' then
    if new.status <> 'draft' then
      raise exception 'An invoice begins as a draft.' using errcode = 'insufficient_privilege';
    end if;
    new.total := 0;
    new.paid := 0;
    return new;
  end if;
  if tg_op = 'DELETE' then
    if old.status <> 'draft' then
      raise exception 'Invoice % has been issued. It can be voided, not removed.', old.number
        using errcode = 'check_violation';
    end if;
    return old;
  end if;

  if (new.tenant_id, new.period_start) is distinct from (old.tenant_id, old.period_start) then
    raise exception 'An invoice stays with its tenant and its period.' using errcode = 'check_violation';
  end if;
  if old.status = 'draft' then
    if new.status = 'draft' then
      new.total := (select coalesce(sum(l.amount), 0) from public.invoice_lines l where l.invoice_id = new.id);
      new.paid := 0;
    elsif new.status = 'issued' then
      if new.period_start > current_date then
        raise exception 'The period starts on %: until then calls are missing from this invoice.', new.period_start
          using errcode = 'check_violation';
      end if;
      if not exists (select 1 from public.invoice_lines l where l.invoice_id = new.id) then
        raise exception 'The draft has no lines.' using errcode = 'check_violation';
      end if;
      perform private.lock_billing(new.tenant_id);
      new.total := (select coalesce(sum(l.amount), 0) from public.invoice_lines l where l.invoice_id = new.id);
      new.paid := 0;
      new.issued_on := (now() at time zone 'UTC')::date;
      new.due_on := new.issued_on + new.terms_days;
      new.number := private.next_invoice_number(extract(year from new.issued_on)::integer);
    else
      raise exception 'A draft is issued or removed.' using errcode = 'check_violation';
    end if;
    return new;
  end if;

  if old.status = 'void' and new is distinct from old then
    raise exception 'Invoice % is void and stays as it is.', old.number using errcode = 'check_violation';
  end if;
  if (new.number, new.currency, new.bill_to, new.note, new.terms_days, new.issued_on, new.due_on, new.total)
      is distinct from
      (old.number, old.currency, old.bill_to, old.note, old.terms_days, old.issued_on, old.due_on, old.total) then
    raise exception 'Invoice % has been issued and stays as it is.', old.number using errcode = 'check_violation';
  end if;
  if new.status = 'void' then
    perform private.lock_billing(new.tenant_id);
    new.voided_at := now();
    new.paid := 0;
  elsif (new.status, new.paid, new.voided_at, new.void_reason)
      is distinct from (old.status, old.paid, old.voided_at, old.void_reason) then
    select s.paid into covered from private.settlement(new.tenant_id) s where s.invoice_id = new.id;
    if (new.paid, new.status, new.voided_at, new.void_reason) is distinct from
        (covered, case when covered >= new.total then 'paid' else 'issued' end, old.voided_at, old.void_reason) then
      raise exception 'Invoice % is paid by recording a payment.', old.number using errcode = 'check_violation';
    end if;
  end if;
  return new;
end
$$;

-- What an invoice that was issued or voided changes for the tenant's others.
create function private.settle_after_invoice() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.settle(new.tenant_id);
  return null;
end
$$;

create function private.guard_invoice_lines() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  invoice public.invoices;
begin
  if tg_op = 'UPDATE' and (new.invoice_id, new.tenant_id) is distinct from (old.invoice_id, old.tenant_id) then
    raise exception 'A line stays on its invoice.' using errcode = 'check_violation';
  end if;
  -- The lock keeps the invoice from being issued meanwhile.
  select i.* into invoice from public.invoices i
  where i.id = case when tg_op = 'DELETE' then old.invoice_id else new.invoice_id end
  for no key update;
  if invoice.status is distinct from 'draft' and invoice.id is not null then
    raise exception 'Invoice % has been issued: its lines stay as they are.', invoice.number
      using errcode = 'check_violation';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;

-- Staff write adjustments; all other lines follow from subscriptions and calls.
create function private.guard_generated_lines() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user = 'authenticated'
      and ((tg_op <> 'INSERT' and old.kind <> 'adjustment') or (tg_op <> 'DELETE' and new.kind <> 'adjustment')) then
    raise exception 'Only adjustments are written by hand.' using errcode = 'insufficient_privilege';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;

create function private.total_invoices() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.invoices i set total = s.total
  from (
    select c.invoice_id, (select coalesce(sum(l.amount), 0) from public.invoice_lines l where l.invoice_id = c.invoice_id) as total
    from (select distinct changed.invoice_id from changed) c
  ) s
  where i.id = s.invoice_id and i.status = 'draft' and i.total <> s.total;
  return null;
end
$$;

create function private.refuse_truncation() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception 'Issued invoices cannot be removed.' using errcode = 'insufficient_privilege';
end
$$;

create function private.guard_payments() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and new.tenant_id <> old.tenant_id then
    raise exception 'A payment stays with its tenant.' using errcode = 'check_violation';
  end if;
  if tg_op <> 'DELETE' and new.invoice_id is not null and not exists (
      select 1 from public.invoices i where i.id = new.invoice_id and i.status in ('issued', 'paid'))
      and (tg_op = 'INSERT' or new.invoice_id is distinct from old.invoice_id) then
    raise exception 'A payment is for an invoice that has been issued.' using errcode = 'check_violation';
  end if;
  perform private.lock_billing(case when tg_op = 'DELETE' then old.tenant_id else new.tenant_id end);
  return case when tg_op = 'DELETE' then old else new end;
end
$$;

-- A refund gives back credit: what payments exceed the invoices by.
create function private.settle_after_payment() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  tenant uuid := case when tg_op = 'DELETE' then old.tenant_id else new.tenant_id end;
  credit numeric;
begin
  if tg_op <> 'DELETE' and new.method = 'refund' then
    select coalesce((select sum(p.amount) from public.payments p where p.tenant_id = tenant), 0)
      - coalesce((select sum(i.total) from public.invoices i where i.tenant_id = tenant and i.status in ('issued', 'paid')), 0)
      into credit;
    if credit < 0 then
      raise exception 'Only credit can be refunded: this is % more than there is.', -credit using errcode = 'check_violation';
    end if;
  end if;
  perform private.settle(tenant);
  return null;
end
$$;

-- What has been invoiced at certain terms stays at these terms: it ends, and another takes over.
create function private.guard_subscriptions() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    delete from public.invoice_lines l using public.invoices i
    where i.id = l.invoice_id and i.status = 'draft' and l.subscription_id = old.id;
    return old;
  end if;
  if (new.tenant_id, new.service_id, new.quantity, new.unit_price, new.setup_fee, new.cycle, new.starts_on, new.prorate)
      is distinct from
      (old.tenant_id, old.service_id, old.quantity, old.unit_price, old.setup_fee, old.cycle, old.starts_on, old.prorate)
      and exists (
        select 1 from public.invoice_lines l join public.invoices i on i.id = l.invoice_id
        where l.subscription_id = old.id and i.status in ('issued', 'paid')) then
    raise exception 'This subscription has been invoiced. Change it from a day on instead: it ends and another takes over.'
      using errcode = 'check_violation';
  end if;
  return new;
end
$$;

create function private.guard_billing_accounts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.currency <> old.currency and exists (
      select 1 from public.invoices i where i.tenant_id = old.tenant_id and i.status in ('issued', 'paid')) then
    raise exception 'The currency is fixed once an invoice has been issued.' using errcode = 'check_violation';
  end if;
  return new;
end
$$;

create trigger guard before insert or update or delete on public.invoices
  for each row execute function private.guard_invoices();
create trigger settle after update of status on public.invoices
  for each row when (old.status = 'draft' and new.status = 'issued' or old.status <> 'void' and new.status = 'void')
  execute function private.settle_after_invoice();
create trigger keep before truncate on public.invoices for each statement execute function private.refuse_truncation();
create trigger guard before insert or update or delete on public.invoice_lines
  for each row execute function private.guard_invoice_lines();
create trigger guard_generated before insert or update or delete on public.invoice_lines
  for each row execute function private.guard_generated_lines();
create trigger keep before truncate on public.invoice_lines for each statement execute function private.refuse_truncation();
create trigger total_after_insert after insert on public.invoice_lines referencing new table as changed
  for each statement execute function private.total_invoices();
create trigger total_after_update after update on public.invoice_lines referencing new table as changed
  for each statement execute function private.total_invoices();
create trigger total_after_delete after delete on public.invoice_lines referencing old table as changed
  for each statement execute function private.total_invoices();
create trigger guard before insert or update or delete on public.payments
  for each row execute function private.guard_payments();
create trigger settle after insert or update or delete on public.payments
  for each row execute function private.settle_after_payment();
create trigger guard before update or delete on public.subscriptions
  for each row execute function private.guard_subscriptions();
create trigger guard before update on public.billing_accounts
  for each row execute function private.guard_billing_accounts();

create trigger touch before update on public.invoices for each row execute function private.touch();
create trigger touch before update on public.invoice_lines for each row execute function private.touch();
create trigger touch before update on public.payments for each row execute function private.touch();
create trigger audit after insert or update or delete on public.invoices
  for each row execute function private.audit('billing');
create trigger audit after insert or update or delete on public.invoice_lines
  for each row execute function private.audit('billing', 'billing', 'invoice_id');
create trigger audit after insert or update or delete on public.payments
  for each row execute function private.audit('billing');

do $$
declare
  target text;
begin
  foreach target in array array['invoices', 'invoice_lines', 'payments'] loop
    execute format('alter table public.%I enable row level security', target);
    execute format('create policy %1$s_select on public.%1$s for select to authenticated
      using ((select private.has_permission(''billing'', ''view'')))', target);
    execute format('create policy %1$s_insert on public.%1$s for insert to authenticated
      with check ((select private.has_permission(''billing'', ''create'')))', target);
    execute format('create policy %1$s_update on public.%1$s for update to authenticated
      using ((select private.has_permission(''billing'', ''edit'')))
      with check ((select private.has_permission(''billing'', ''edit'')))', target);
    execute format('create policy %1$s_delete on public.%1$s for delete to authenticated
      using ((select private.has_permission(''billing'', ''delete'')))', target);
  end loop;
end
$$;
