-- Rate plans, subscriptions, invoices and payments, the billing cycle, and licenses.

-- What a tenant buys and at what rates. Rounding: docs/decisions/020-money-is-rounded-half-away-from-zero.md.

create table public.rate_plans (
  like private.record_columns including all,
  name text not null unique check (length(btrim(name)) between 1 and 120),
  description text not null default '' check (length(description) <= 500),
  currency text not null default 'USD' check (currency in ('USD', 'CAD', 'EUR', 'GBP')),
  unique (id, currency)
);
comment on table public.rate_plans is 'Prices of outbound calls; one plan can serve any number of tenants';
select private.declare_records('rate_plans', section => 'billing', sort => '{name}');

create table public.rate_plan_rates (
  like private.record_columns including all,
  rate_plan_id uuid not null references public.rate_plans (id) on delete cascade,
  -- Same collation as cdr.to_number: otherwise private.rates_for could not search the index.
  prefix text collate "C" not null default '' check (prefix ~ '^[0-9]{0,15}$'),
  description text not null default '' check (length(description) <= 120),
  connect_fee numeric(10, 4) not null default 0 check (connect_fee between 0 and 1000),
  included_seconds integer not null default 0 check (included_seconds between 0 and 3600),
  cost_per_minute numeric(10, 4) not null check (cost_per_minute between 0 and 1000),
  first_increment integer not null default 60 check (first_increment between 1 and 3600),
  next_increment integer not null default 60 check (next_increment between 1 and 3600),
  unique (rate_plan_id, prefix)
);
comment on column public.rate_plan_rates.prefix is
  'Leading digits of the E.164 number without the plus; the longest match wins, an empty prefix matches all, and only it any other number';
select private.declare_parts('rate_plan_rates', of => 'rate_plans', by => 'rate_plan_id',
  may_create => '{billing.create}', may_delete => '{billing.delete}',
  search => '{prefix,description}', sort => '{prefix,description,cost_per_minute}', filter => '{rate_plan_id}', counted => false);

-- Taxes added to invoices: docs/decisions/130-a-tax-is-a-line-of-the-invoice.md.
create table public.tax_jurisdictions (
  like private.record_columns including all,
  name text not null unique check (length(btrim(name)) between 1 and 80),
  tax text not null default 'Sales tax' check (length(btrim(tax)) between 1 and 80),
  percent numeric(7, 4) not null check (percent between 0 and 100)
);
comment on table public.tax_jurisdictions is 'Where customers owe a tax, and its rate; one jurisdiction can serve any number of tenants';
comment on column public.tax_jurisdictions.tax is 'Name of the tax on invoices';
select private.declare_records('tax_jurisdictions', section => 'billing', search => '{name,tax}', sort => '{name,tax,percent}');
select private.count_list_versions('tax_jurisdictions', 'billing');

create table public.billing_accounts (
  like private.record_columns including all,
  tenant_id uuid not null unique references public.tenants (id) on delete cascade,
  rate_plan_id uuid,
  tax_jurisdiction_id uuid references public.tax_jurisdictions (id),
  tax_exemption text not null default '' check (length(tax_exemption) <= 80),
  currency text not null default 'USD' check (currency in ('USD', 'CAD', 'EUR', 'GBP')),
  terms_days integer check (terms_days in (0, 15, 30)),
  constraint billing_accounts_rate_plan_currency
    foreign key (rate_plan_id, currency) references public.rate_plans (id, currency)
);
comment on table public.billing_accounts is 'A tenant''s billing terms; without a row: US dollars, the customer''s terms, no rate plan, untaxed';
comment on column public.billing_accounts.terms_days is 'Days until an invoice is due; null: the customer''s (company_accounts), or 30';
comment on column public.billing_accounts.tax_exemption is 'Tax exemption certificate; empty when not exempt';
create index billing_accounts_rate_plan_idx on public.billing_accounts (rate_plan_id, currency);
create index billing_accounts_tax_jurisdiction_idx on public.billing_accounts (tax_jurisdiction_id);
select private.declare_records('billing_accounts', section => 'billing');

create table public.subscriptions (
  like private.tenant_columns including all,
  service_id uuid not null references public.services (id),
  description text not null default '' check (length(description) <= 255),
  quantity integer not null default 1 check (quantity between 1 and 100000),
  unit_price numeric(12, 2) not null check (unit_price >= 0),
  setup_fee numeric(12, 2) not null default 0 check (setup_fee >= 0),
  cycle text not null default 'monthly' check (cycle in ('monthly', 'quarterly', 'yearly')),
  starts_on date not null default private.business_today() check (starts_on between date '2000-01-01' and date '2100-12-31'),
  ends_on date check (ends_on <= date '2100-12-31'),
  prorate boolean not null default true,
  opportunity_item_id uuid references public.opportunity_items (id) on delete set null,
  series_id uuid not null default gen_random_uuid(),
  constraint subscriptions_end_after_start check (ends_on >= starts_on)
);
comment on column public.subscriptions.unit_price is 'Per unit and full cycle';
comment on column public.subscriptions.setup_fee is
  'One-time fee per unit, charged with the first cycle for units beyond the most before in its series';
comment on column public.subscriptions.ends_on is 'Last day charged; null while it continues';
comment on column public.subscriptions.prorate is 'Whether a partial cycle is charged by the day';
comment on column public.subscriptions.opportunity_item_id is 'The opportunity line item it bills';
comment on column public.subscriptions.series_id is
  'Shared with those that it continues and that continue it (private.change_subscription)';
create index subscriptions_tenant_idx on public.subscriptions (tenant_id, starts_on);
create index subscriptions_service_idx on public.subscriptions (service_id);
create index subscriptions_opportunity_item_idx on public.subscriptions (opportunity_item_id);
select private.declare_records('subscriptions', section => 'billing', search => '{description}', sort => '{starts_on}',
  filter => '{cycle}');

-- Whether a subscription is a sale for a one-time price: for one day, without another price. Free months have neither.
create function private.is_one_time(of public.subscriptions) returns boolean
language sql immutable set search_path = '' as $$
  select of.unit_price = 0 and of.setup_fee > 0 and coalesce(of.ends_on = of.starts_on, false)
$$;

-- A line item stays while a subscription bills it, and so does its product: that would go on without the line, and the line that somebody
-- enters instead, or brings back, would be billed beside it. Deleting the opportunity takes its lines along.
create function private.guard_billed_item() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  billed public.subscriptions;
  invoiced boolean;
  kept text := case when tg_op = 'DELETE' then 'the line' else 'its product' end;
  sold text := (select s.name from public.services s where s.id = old.service_id);
begin
  if tg_op = 'UPDATE' and new.service_id = old.service_id then
    return new;
  end if;
  select * into billed from public.subscriptions s
  where s.opportunity_item_id = old.id and (private.is_one_time(s) or s.ends_on is null or s.ends_on > private.business_today())
  order by private.is_one_time(s) limit 1;
  if billed.id is null or not exists (select 1 from public.opportunities o where o.id = old.opportunity_id) then
    return case when tg_op = 'DELETE' then old else new end;
  elsif private.is_one_time(billed) then
    select exists (
      select 1 from public.subscriptions s
      join public.invoice_lines l on l.subscription_id = s.id
      join public.invoices i on i.id = l.invoice_id and i.status <> 'draft'
      where s.opportunity_item_id = old.id and private.is_one_time(s)) into invoiced;
    if invoiced then
      raise exception '% has been invoiced. Keep %.', sold, kept using errcode = 'restrict_violation';
    end if;
    raise exception '% has been charged. Keep %, or first delete its charge on the customer’s Billing page.', sold, kept
      using errcode = 'restrict_violation';
  end if;
  raise exception '% is billed. Keep %, or first end its subscription on the customer’s Billing page.', sold, kept
    using errcode = 'restrict_violation';
end
$$;
create trigger guard_billed_item before delete or update of service_id on public.opportunity_items
  for each row execute function private.guard_billed_item();

-- Invoices, lines and payments. Drafts can change; issued invoices never do, whoever asks.

create table public.invoices (
  like private.record_columns including all,
  tenant_id uuid not null references public.tenants (id),
  period_start date not null check (extract(day from period_start) = 1 and period_start between date '2000-01-01' and date '2100-12-01'),
  status text not null default 'draft' check (status in ('draft', 'issued', 'paid', 'void')),
  number text unique,
  currency text not null default 'USD' check (currency in ('USD', 'CAD', 'EUR', 'GBP')),
  -- A name and an address.
  bill_to text not null default '' check (length(bill_to) <= 640),
  issuer text not null default '' check (length(issuer) <= 1024),
  payment_instructions text not null default '' check (length(payment_instructions) <= 1000),
  note text not null default '' check (length(note) <= 1000),
  tax_exemption text not null default '' check (length(tax_exemption) <= 80),
  terms_days integer not null default 30 check (terms_days in (0, 15, 30)),
  issued_on date,
  due_on date,
  total numeric(14, 2) not null default 0,
  paid numeric(14, 2) not null default 0,
  voided_at timestamptz,
  void_reason text not null default '' check (length(void_reason) <= 500),
  constraint invoices_issued_needs_number check (
    (status = 'draft') = (number is null) and (number is null) = (issued_on is null) and (number is null) = (due_on is null)),
  constraint invoices_void_needs_reason check (
    (status = 'void') = (voided_at is not null) and (status <> 'void' or length(btrim(void_reason)) > 0))
);
comment on column public.invoices.period_start is
  'First day of the month billed in advance for subscriptions; calls are from the month before';
comment on column public.invoices.issuer is 'Who issues it (private.letterhead); empty: the provider has no profile';
comment on column public.invoices.tax_exemption is 'The certificate that exempts the invoice from tax, as of the issue date';
comment on column public.invoices.paid is 'The part of total covered by payments and credits; computed by private.settlement';
create unique index invoices_period_unique on public.invoices (tenant_id, period_start) where status <> 'void';
create index invoices_overdue_idx on public.invoices (due_on) where status = 'issued';
select private.declare_records('invoices', section => 'billing', search => '{number}', sort => '{period_start}',
  filter => '{status}');

create table public.invoice_lines (
  like private.record_columns including all,
  tenant_id uuid not null references public.tenants (id),
  invoice_id uuid not null,
  kind text not null default 'adjustment' check (kind in ('recurring', 'one_off', 'usage', 'adjustment', 'tax')),
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
  tax_jurisdiction text,
  tax_percent numeric(7, 4),
  taxed numeric(14, 2),
  -- Otherwise rebuilding a draft would take an adjustment for a line that it makes.
  constraint invoice_lines_adjustment_key check (kind <> 'adjustment' or pg_input_is_valid(line_key, 'uuid')),
  constraint invoice_lines_tax_needs_jurisdiction check (
    num_nonnulls(tax_jurisdiction, tax_percent, taxed) = case kind when 'tax' then 3 else 0 end),
  unique (invoice_id, line_key)
);
comment on column public.invoice_lines.line_key is
  'Identifies what the line charges for; rebuilding a draft keeps the line with the same key';
comment on column public.invoice_lines.taxed is 'The amount a tax is charged on';
create index invoice_lines_subscription_idx on public.invoice_lines (subscription_id, cycle_start)
  where subscription_id is not null;
select private.declare_parts('invoice_lines', of => 'invoices', by => 'invoice_id', refers => '{"subscription_id": "subscriptions"}',
  counted => false);

create table public.payments (
  like private.record_columns including all,
  tenant_id uuid not null references public.tenants (id),
  invoice_id uuid,
  amount numeric(14, 2) not null,
  currency text not null default 'USD' check (currency in ('USD', 'CAD', 'EUR', 'GBP')),
  method text not null check (method in ('card', 'ach', 'check', 'wire', 'cash', 'other', 'refund')),
  reference text not null default '' check (length(reference) <= 128),
  note text not null default '' check (length(note) <= 500),
  received_at timestamptz not null default now(),
  constraint payments_amount_sign check (case when method = 'refund' then amount < 0 else amount > 0 end),
  constraint payments_refund_has_no_invoice check (method <> 'refund' or invoice_id is null)
);
comment on column public.payments.invoice_id is
  'The invoice it pays; any remainder, and a payment without an invoice, goes to the invoices due first';
comment on column public.payments.currency is 'The account''s when it was recorded';
create index payments_tenant_idx on public.payments (tenant_id, received_at desc);
select private.declare_records('payments', section => 'billing', refers => '{"invoice_id": "invoices"}');

-- The last invoice number of each year. Locked until the issuing transaction ends, so that no number is skipped or used twice.
create table private.invoice_counters (year integer primary key, last integer not null);

create function private.next_invoice_number(year integer) returns text
language sql volatile security definer set search_path = '' as $$
  insert into private.invoice_counters as c (year, last) values ($1, 1)
  on conflict on constraint invoice_counters_pkey do update set last = c.last + 1
  returning c.year || '-' || lpad(c.last::text, greatest(5, length(c.last::text)), '0')
$$;

-- Serializes a tenant's cycle runs, issuing, voiding, payments and changes of currency.
create function private.lock_billing(tenant uuid) returns void
language sql volatile security definer set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('billing ' || tenant, 0))
$$;

-- How much of each issued invoice is paid. A payment covers its own invoice first; remainders, payments without an invoice and negative
-- invoices then cover the open ones by due date.
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

-- Updates `paid` and the status of a tenant's invoices. Refuses to take back credit that has been refunded.
create function private.settle(tenant uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  missing numeric := coalesce((select sum(s.paid) from private.settlement(tenant) s), 0)
    - coalesce((select sum(p.amount) from public.payments p where p.tenant_id = tenant), 0);
begin
  if missing > 0 then
    raise exception 'Refunds would exceed the credit by %. Reverse the refund first.', missing using errcode = 'check_violation';
  end if;
  update public.invoices i
  set paid = s.paid, status = case when s.paid >= i.total then 'paid' else 'issued' end
  from private.settlement(tenant) s
  where i.id = s.invoice_id and i.tenant_id = tenant
    and (i.paid, i.status) is distinct from (s.paid, case when s.paid >= i.total then 'paid' else 'issued' end);
end
$$;

-- Rebuilds a draft's tax line: the account's rate on the sum of all other lines, rounded to cents.
create function private.tax_invoice_draft(invoice uuid) returns void
language sql volatile security definer set search_path = '' as $$
  with due as materialized (
    select i.tenant_id, j.name, j.tax, j.percent, sum(l.amount) as taxed
    from public.invoices i
    join public.billing_accounts a on a.tenant_id = i.tenant_id and a.tax_exemption = ''
    join public.tax_jurisdictions j on j.id = a.tax_jurisdiction_id and j.percent > 0
    join public.invoice_lines l on l.invoice_id = i.id and l.kind <> 'tax'
    where i.id = invoice and i.status = 'draft'
    group by i.tenant_id, j.name, j.tax, j.percent
    having sum(l.amount) <> 0
  ), gone as (
    delete from public.invoice_lines l using public.invoices i
    where l.invoice_id = invoice and l.kind = 'tax' and i.id = invoice and i.status = 'draft' and not exists (select 1 from due)
  )
  insert into public.invoice_lines as l (tenant_id, invoice_id, line_key, kind, position, description, amount,
    tax_jurisdiction, tax_percent, taxed)
  select d.tenant_id, invoice, 'tax', 'tax', 9900, d.tax || ', ' || d.name, round(d.taxed * d.percent / 100, 2),
    d.name, d.percent, d.taxed
  from due d
  on conflict on constraint invoice_lines_invoice_id_line_key_key do update
    set description = excluded.description, amount = excluded.amount, tax_jurisdiction = excluded.tax_jurisdiction,
      tax_percent = excluded.tax_percent, taxed = excluded.taxed
    where (l.description, l.amount, l.tax_jurisdiction, l.tax_percent, l.taxed) is distinct from
      (excluded.description, excluded.amount, excluded.tax_jurisdiction, excluded.tax_percent, excluded.taxed)
$$;

-- Whom an invoice names: the customer with its address, the provider, and how to pay it.
create function private.invoice_head(tenant uuid, out bill_to text, out issuer text, out payment_instructions text)
language sql stable set search_path = '' as $$
  select case when c.id is null then t.domain else concat_ws(E'\n', c.name, nullif(btrim(k.billing_address, E' \n\r\t'), '')) end,
    h.issuer, h.payment_instructions
  from public.tenants t
  left join public.companies c on c.domain_uuid = t.id
  left join public.company_accounts k on k.id = c.id
  cross join private.letterhead() h
  where t.id = tenant
$$;

create function private.guard_invoices() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  today date;
  covered numeric;
begin
  if tg_op = 'INSERT' or tg_op = 'UPDATE' and old.status = 'draft' then
    select h.* into new.bill_to, new.issuer, new.payment_instructions from private.invoice_head(new.tenant_id) h;
  end if;
  if tg_op = 'INSERT' then
    if new.status <> 'draft' then
      raise exception 'A new invoice must be a draft.' using errcode = 'insufficient_privilege';
    end if;
    new.total := 0;
    new.paid := 0;
    return new;
  end if;
  if tg_op = 'DELETE' then
    if old.status <> 'draft' then
      raise exception 'Invoice % has been issued. Void it instead of deleting it.', old.number
        using errcode = 'check_violation';
    end if;
    return old;
  end if;

  if (new.tenant_id, new.period_start) is distinct from (old.tenant_id, old.period_start) then
    raise exception 'The tenant and the period of an invoice cannot be changed.' using errcode = 'check_violation';
  end if;
  if old.status = 'draft' then
    if new.status = 'draft' then
      new.total := (select coalesce(sum(l.amount), 0) from public.invoice_lines l where l.invoice_id = new.id);
      new.paid := 0;
    elsif new.status = 'issued' then
      today := private.business_today();
      if new.period_start > today or private.start_of_month(new.tenant_id, new.period_start) > now() then
        raise exception 'This invoice can be issued from % on, in both your company’s and the tenant’s time zone.', new.period_start
          using errcode = 'check_violation';
      end if;
      if not exists (select 1 from public.invoice_lines l where l.invoice_id = new.id) then
        raise exception 'The draft has no lines.' using errcode = 'check_violation';
      end if;
      perform private.lock_billing(new.tenant_id);
      new.total := (select coalesce(sum(l.amount), 0) from public.invoice_lines l where l.invoice_id = new.id);
      new.paid := 0;
      new.issued_on := today;
      new.due_on := new.issued_on + new.terms_days;
      new.number := private.next_invoice_number(extract(year from new.issued_on)::integer);
      new.tax_exemption := coalesce((select a.tax_exemption from public.billing_accounts a where a.tenant_id = new.tenant_id), '');
    else
      raise exception 'A draft can only be issued or deleted.' using errcode = 'check_violation';
    end if;
    return new;
  end if;

  if old.status = 'void' and new is distinct from old then
    raise exception 'Invoice % is void and cannot be changed.', old.number using errcode = 'check_violation';
  end if;
  if (new.number, new.currency, new.bill_to, new.issuer, new.payment_instructions, new.note, new.tax_exemption, new.terms_days,
        new.issued_on, new.due_on, new.total)
      is distinct from
      (old.number, old.currency, old.bill_to, old.issuer, old.payment_instructions, old.note, old.tax_exemption, old.terms_days,
        old.issued_on, old.due_on, old.total) then
    raise exception 'Invoice % has been issued and cannot be changed.', old.number using errcode = 'check_violation';
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
      raise exception 'Record a payment to mark invoice % as paid.', old.number using errcode = 'check_violation';
    end if;
  end if;
  return new;
end
$$;

-- Issuing or voiding an invoice changes how the tenant's other invoices are covered.
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
    raise exception 'A line cannot move to another invoice.' using errcode = 'check_violation';
  end if;
  -- The lock keeps the invoice from being issued concurrently.
  select i.* into invoice from public.invoices i
  where i.id = case when tg_op = 'DELETE' then old.invoice_id else new.invoice_id end
  for no key update;
  if invoice.status is distinct from 'draft' and invoice.id is not null then
    raise exception 'Invoice % has been issued. Its lines cannot be changed.', invoice.number
      using errcode = 'check_violation';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;

-- Staff write adjustments; all other lines come from subscriptions, calls and tax rates.
create function private.guard_generated_lines() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user = 'authenticated'
      and ((tg_op <> 'INSERT' and old.kind <> 'adjustment') or (tg_op <> 'DELETE' and new.kind <> 'adjustment')) then
    raise exception 'Only adjustments can be added, changed or deleted by hand.' using errcode = 'insufficient_privilege';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;

create function private.total_invoices() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- The recursion ends because tax is not taxed: the second pass changes nothing.
  perform private.tax_invoice_draft(c.invoice_id) from (select distinct changed.invoice_id from changed) c;
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
  raise exception 'Issued invoices cannot be deleted.' using errcode = 'insufficient_privilege';
end
$$;

-- A payment for an invoice is refused once that is covered: two users who record the same payment record it once. A further payment goes
-- to whatever is due first.
create function private.guard_payments() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  covered text;
  tenant uuid := case when tg_op = 'DELETE' then old.tenant_id else new.tenant_id end;
  charged text;
begin
  -- The policy refuses afterward, and what is refused here tells about the account.
  if tg_op = 'INSERT' and (select auth.uid()) is not null then
    perform private.require_permission(private.has_permission('billing', 'create'));
  end if;
  if tg_op = 'UPDATE' and new.tenant_id <> old.tenant_id then
    raise exception 'A payment cannot move to another tenant.' using errcode = 'check_violation';
  end if;
  perform private.lock_billing(tenant);
  charged := coalesce((select a.currency from public.billing_accounts a where a.tenant_id = tenant), 'USD');
  -- What was paid and refunded before the account's currency changed, or reversed, stays so: the balance has one currency.
  if charged <> any (array_remove(array[old.currency, new.currency], null)) then
    raise exception 'The payment is in %, and the account is in %.', coalesce(nullif(new.currency, charged), old.currency), charged
      using errcode = 'check_violation';
  end if;
  if tg_op <> 'DELETE' and new.invoice_id is not null and not exists (
      select 1 from public.invoices i where i.id = new.invoice_id and i.status in ('issued', 'paid'))
      and (tg_op = 'INSERT' or new.invoice_id is distinct from old.invoice_id) then
    raise exception 'Choose an issued invoice for this payment.' using errcode = 'check_violation';
  end if;
  -- Clocks differ, but not by a day.
  if tg_op <> 'DELETE' and new.received_at > now() + interval '1 day' then
    raise exception 'A payment cannot be dated in the future.' using errcode = 'check_violation';
  end if;
  -- A repeated upsert fires this trigger although its payment is stored, and an undone reversal brings back what had covered the invoice.
  if tg_op = 'INSERT' and coalesce(current_setting('app.undoing', true), '') <> 'on'
      and not exists (select 1 from public.payments p where p.id = new.id) then
    select i.number into covered from public.invoices i where i.id = new.invoice_id and i.status = 'paid';
    if found then
      raise exception 'Invoice % has already been paid.', covered using errcode = 'check_violation';
    end if;
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;

-- A refund pays back credit: the amount by which payments exceed invoices.
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
      raise exception 'The refund exceeds the credit by %.', -credit using errcode = 'check_violation';
    end if;
  end if;
  perform private.settle(tenant);
  return null;
end
$$;

-- Invoiced terms never change: the subscription ends and a new one follows. It cannot go on while that one is there: both would be charged.
-- Nor can it beside a later one that bills the same line item in its place: the line would be billed beyond what was sold, and beyond what
-- was billed of it when this one ended. The same holds for a start that moves back, and for a deleted one that comes back.
-- A line's one-time sale keeps to one day: else it would count as not billed, and the next plan would charge it again.
create function private.guard_subscriptions() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  continued_on date;
  charged_until date;
begin
  if tg_op = 'DELETE' then
    delete from public.invoice_lines l using public.invoices i
    where i.id = l.invoice_id and i.status = 'draft' and l.subscription_id = old.id;
    return old;
  end if;
  if tg_op = 'INSERT' or new.starts_on < old.starts_on then
    select max(coalesce(s.ends_on, 'infinity')) into charged_until
    from public.subscriptions s
    left join public.opportunity_items i on tg_op = 'UPDATE' and i.id = s.opportunity_item_id and i.id = new.opportunity_item_id
    cross join lateral (
      select coalesce(sum(x.quantity) filter (
          where greatest(s.starts_on, new.starts_on) between x.starts_on and coalesce(x.ends_on, 'infinity')), 0) as beside,
        coalesce(sum(x.quantity) filter (where old.starts_on between x.starts_on and coalesce(x.ends_on, 'infinity')), 0) as before
      from public.subscriptions x where x.opportunity_item_id = i.id and x.id <> new.id
    ) l
    where s.id <> new.id and s.tenant_id = new.tenant_id and coalesce(s.ends_on, 'infinity') >= new.starts_on
      and (s.series_id = new.series_id and s.starts_on <= coalesce(new.ends_on, 'infinity')
        or s.starts_on < old.starts_on and l.beside > greatest(i.quantity - new.quantity, l.before));
    if charged_until is not null then
      raise exception 'The same item is already charged by another subscription, %. End that one first, or start this one later.',
        case charged_until when 'infinity' then 'which has no end' else 'until ' || charged_until end
        using errcode = 'check_violation';
    end if;
  end if;
  if tg_op = 'INSERT' then
    return new;
  end if;
  if (new.tenant_id, new.service_id, new.quantity, new.unit_price, new.setup_fee, new.cycle, new.starts_on, new.prorate)
      is distinct from
      (old.tenant_id, old.service_id, old.quantity, old.unit_price, old.setup_fee, old.cycle, old.starts_on, old.prorate)
      and exists (
        select 1 from public.invoice_lines l join public.invoices i on i.id = l.invoice_id
        where l.subscription_id = old.id and i.status in ('issued', 'paid')) then
    raise exception 'This subscription has been invoiced. Choose the day from which the change applies instead.'
      using errcode = 'check_violation';
  end if;
  if old.opportunity_item_id is not null and private.is_one_time(old)
      and new.unit_price = 0 and new.setup_fee > 0 and not private.is_one_time(new) then
    raise exception 'This is charged once. Let it start and end on the same day.'
      using errcode = 'check_violation', detail = '{"column": "ends_on"}';
  end if;
  if coalesce(new.ends_on, 'infinity') > old.ends_on then
    select min(s.starts_on) into continued_on
    from public.subscriptions s
    left join public.opportunity_items i on i.id = s.opportunity_item_id and i.id = old.opportunity_item_id
    cross join lateral (
      select coalesce(sum(x.quantity) filter (where s.starts_on between x.starts_on and coalesce(x.ends_on, 'infinity')), 0) as beside,
        coalesce(sum(x.quantity) filter (where old.ends_on between x.starts_on and coalesce(x.ends_on, 'infinity')), 0) as before
      from public.subscriptions x where x.opportunity_item_id = i.id and x.id <> old.id
    ) l
    where s.id <> old.id and s.tenant_id = old.tenant_id
      and s.starts_on > old.ends_on and s.starts_on <= coalesce(new.ends_on, 'infinity')
      and (s.series_id = old.series_id or l.beside > greatest(i.quantity - new.quantity, l.before));
    if continued_on is not null then
      raise exception 'Another subscription continues this one from %. Change that one, or delete it first.', continued_on
        using errcode = 'check_violation';
    end if;
  end if;
  return new;
end
$$;

-- An AFTER trigger, because BEFORE triggers see an upsert of an existing account as an insert.
create function private.guard_billing_accounts() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  -- Without an account, a tenant is charged in US dollars.
  earlier text := case when tg_op = 'INSERT' then 'USD' else old.currency end;
  later text := case when tg_op = 'DELETE' then 'USD' else new.currency end;
  tenant uuid := case when tg_op = 'INSERT' then new.tenant_id else old.tenant_id end;
begin
  -- If the tenant is being deleted, its issued invoices and payments prevent that.
  if later = earlier or not exists (select 1 from public.tenants t where t.id = tenant) then
    return null;
  end if;
  perform private.lock_billing(tenant);
  if exists (select 1 from public.invoices i where i.tenant_id = tenant and i.status in ('issued', 'paid')) then
    raise exception 'The currency is fixed once an invoice has been issued.' using errcode = 'check_violation';
  elsif (select sum(p.amount) from public.payments p where p.tenant_id = tenant) <> 0 then
    raise exception 'The currency is fixed while there is credit. Refund it, or reverse the payment, first.'
      using errcode = 'check_violation';
  end if;
  return null;
end
$$;
create trigger guard before insert or update or delete on public.invoices
  for each row execute function private.guard_invoices();
create trigger settle after update of status on public.invoices
  for each row when (old.status = 'draft' and new.status = 'issued' or old.status <> 'void' and new.status = 'void')
  execute function private.settle_after_invoice();
create trigger guard before insert or update or delete on public.invoice_lines
  for each row execute function private.guard_invoice_lines();
create trigger guard_generated before insert or update or delete on public.invoice_lines
  for each row execute function private.guard_generated_lines();
create trigger refuse_truncation before truncate on public.invoice_lines for each statement execute function private.refuse_truncation();
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
create trigger guard before insert or update or delete on public.subscriptions
  for each row execute function private.guard_subscriptions();
create trigger guard after insert or update or delete on public.billing_accounts
  for each row execute function private.guard_billing_accounts();

-- Rating calls and drafting invoices. tests/support/billing-model.ts computes the same figures; a test compares the two.

create function private.cycle_months(cycle text) returns integer
language sql immutable set search_path = '' as $$
  select case cycle when 'monthly' then 1 when 'quarterly' then 3 when 'yearly' then 12 end
$$;

-- The first day of the calendar month, quarter or year containing the day.
create function private.cycle_start(day date, cycle text) returns date
language sql immutable set search_path = '' as $$
  select date_trunc(case cycle when 'monthly' then 'month' when 'quarterly' then 'quarter' else 'year' end, day::timestamp)::date
$$;

create function private.cycle_end(first_day date, cycle text) returns date
language sql immutable set search_path = '' as $$
  select (first_day + make_interval(months => private.cycle_months(cycle)) - interval '1 day')::date
$$;

-- Prorates a cycle's price for the days from..to (inclusive), in cents: the difference of two shares counted from the first day of the
-- cycle, so that the parts of a cycle always add up to the whole.
create function private.prorated(price numeric, first_day date, last_day date, from_day date, to_day date) returns numeric
language sql immutable set search_path = '' as $$
  select case when from_day > to_day then 0 else
    round(price * (to_day - first_day + 1) / (last_day - first_day + 1), 2)
      - round(price * (from_day - first_day) / (last_day - first_day + 1), 2) end
$$;

-- Digits a dialed number is rated by: E.164 without the plus. Ten digits and a leading 011 are North American dialing. None for any other
-- number (411, seven digits, a code): it has no country, so no prefix is its own. Null for emergency numbers, which are never charged.
create function private.rated_digits(number text) returns text
language sql immutable set search_path = '' as $$
  select case when dialed <> all (private.emergency_numbers()) then coalesce(
    '1' || substring(dialed from '^1?([2-9][0-9]{2}[2-9][0-9]{6})$'),
    substring(dialed from '^(?:\+|011)([1-9][0-9]{6,14})$'),
    '') end
  from (select regexp_replace(number, '[^[:alnum:]+*#]', '', 'g') as dialed) d
$$;

-- Billed seconds: those beyond the included ones, rounded up to the first and then the next increments.
create function private.billed_seconds(talk integer, included integer, first_increment integer, next_increment integer)
returns integer
language sql immutable set search_path = '' as $$
  select case
    when talk <= included then 0
    when talk - included <= first_increment then first_increment
    else first_increment
      + (talk - included - first_increment + next_increment - 1) / next_increment * next_increment
  end
$$;

create function private.call_cost(billed_seconds integer, connect_fee numeric, cost_per_minute numeric) returns numeric
language sql immutable set search_path = '' as $$
  select round(connect_fee + billed_seconds * cost_per_minute / 60, 4)
$$;

-- The rate with the longest matching prefix for each dialed number; null when none matches, as for emergency numbers. Takes all numbers at
-- once: one call per number takes ten times as long. Materialized, so that each number is normalized once.
create function private.rates_for(plan uuid, numbers text[]) returns table (number text, rate_id uuid)
language sql stable security invoker set search_path = '' as $$
  with dialed as materialized (
    select u.number, private.rated_digits(u.number) as digits from unnest(numbers) u (number)
  )
  select d.number, (
    select r.id
    from public.rate_plan_rates r
    where r.rate_plan_id = plan
      and r.prefix = any (array(select left(d.digits, size) from generate_series(0, least(length(d.digits), 15)) size))
    order by length(r.prefix) desc
    limit 1
  )
  from dialed d
$$;

-- The cost of an answered call of `talk_seconds` at a plan's rates; no row when no rate covers the number, or nobody is charged for it.
create function public.call_price(plan uuid, number text, talk_seconds integer)
returns table (rate_id uuid, prefix text, description text, billed_seconds integer, cost numeric)
language sql stable security invoker set search_path = '' as $$
  select r.id, r.prefix, r.description, b.billed, private.call_cost(b.billed, r.connect_fee, r.cost_per_minute)
  from public.rate_plan_rates r
  cross join lateral private.billed_seconds(talk_seconds, r.included_seconds, r.first_increment, r.next_increment) b (billed)
  where r.id = (select f.rate_id from private.rates_for(plan, array[number]) f)
$$;

-- Answered calls to the outside, which rates charge for. What counts is each leg through a gateway: forwarded and transferred calls have one
-- too, which may go on after the phone that made it has hung up. Outbound calls of which the switch reports no such leg count by themselves,
-- unless the routing engine led them (they have a path): then nothing left the tenant, as when an internal call is transferred to the outside
-- and no gateway takes it. Emergency calls are left out: nobody is charged for them, so they lack no rate.
create view private.outside_calls with (security_invoker = true) as
select l.tenant_id, l.start_at, l.outside_number as number, l.talk_seconds
from public.cdr_legs l
where l.outside_number is not null and l.talk_seconds is not null and l.outside_number <> all (private.emergency_numbers())
union all
select c.tenant_id, c.start_at, c.to_number, c.talk_seconds
from public.cdr c
where c.direction = 'outbound' and c.answer_at is not null and c.path is null and c.to_number <> all (private.emergency_numbers())
  and not exists (select 1 from public.cdr_legs l where l.tenant_id = c.tenant_id and l.call_id = c.id and l.outside_number is not null);

-- A tenant's calls to the outside that started in [from_time, to_time), by rate; unrated calls are one row without rate_id. Matches each
-- dialed number once and prices each call length once per rate, so a month of a hundred thousand calls takes about a second.
create function private.rated_usage(tenant uuid, from_time timestamptz, to_time timestamptz)
returns table (rate_id uuid, prefix text, description text, calls bigint, talk_seconds bigint, billed_seconds bigint, cost numeric)
language plpgsql stable security definer set search_path = '' as $$
declare
  plan uuid := (select a.rate_plan_id from public.billing_accounts a where a.tenant_id = tenant);
begin
  return query
  with dialed as materialized (
    select o.number, o.talk_seconds as talk, count(*) as times
    from private.outside_calls o
    where o.tenant_id = tenant and o.start_at >= from_time and o.start_at < to_time
    group by 1, 2
  ),
  destination as materialized (
    select f.number, f.rate_id as id
    from private.rates_for(plan, array(select distinct d.number from dialed d)) f
  ),
  lengths as materialized (
    select destination.id, d.talk, sum(d.times) as times
    from dialed d
    join destination on destination.number = d.number
    group by 1, 2
  ),
  charged as materialized (
    select r.id, r.prefix, r.description, l.times, l.talk, r.connect_fee, r.cost_per_minute,
      private.billed_seconds(l.talk, r.included_seconds, r.first_increment, r.next_increment) as billed
    from lengths l
    left join public.rate_plan_rates r on r.id = l.id
  )
  select c.id, c.prefix, c.description, sum(c.times)::bigint, sum(c.times * c.talk)::bigint,
    coalesce(sum(c.times * c.billed), 0)::bigint,
    sum(c.times * private.call_cost(c.billed, c.connect_fee, c.cost_per_minute))
  from charged c
  group by c.id, c.prefix, c.description;
end
$$;

-- The time zones that a tenant had before its present one, each until a moment.
create table private.past_time_zones (
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  time_zone text not null,
  until timestamptz not null,
  primary key (tenant_id, until)
);
alter table private.past_time_zones enable row level security;

create function private.note_past_time_zone() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Waits for an invoice that is being issued: the months that it charges began before this change.
  perform private.lock_billing(new.id);
  insert into private.past_time_zones (tenant_id, time_zone, until) values (new.id, old.time_zone, clock_timestamp());
  return null;
end
$$;
create trigger note_past_time_zone after update of time_zone on public.tenants
  for each row when (old.time_zone is distinct from new.time_zone) execute function private.note_past_time_zone();

-- When a tenant's month began or will begin: at midnight in the time zone it has by then, or when it changed to a zone where midnight was
-- over. A change moves no month that has begun, so that each call is charged with one month.
create function private.start_of_month(tenant uuid, month date) returns timestamptz
language sql stable security definer set search_path = '' as $$
  with zones as (
    select z.time_zone, lag(z.until, 1, '-infinity'::timestamptz) over (order by z.until) as since, z.until
    from (
      select p.time_zone, p.until from private.past_time_zones p where p.tenant_id = tenant
      union all
      select t.time_zone, 'infinity' from public.tenants t where t.id = tenant
    ) z
  )
  select min(greatest(month::timestamp at time zone z.time_zone, z.since)) from zones z
  where month::timestamp at time zone z.time_zone < z.until
$$;

-- Refuses to charge calls that started in [from_time, to_time) while some of a tenant's are archived: an invoice without them would look
-- complete. Counts outlast their calls, so they tell whether the tenant has any.
create function private.require_calls(tenant uuid, from_time timestamptz, to_time timestamptz) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  missing date := (
    select min(a.month) from public.archived_call_months a
    cross join lateral (select a.month::timestamp at time zone 'UTC' as since,
      (a.month + interval '1 month') at time zone 'UTC' as until) m
    where exists (select 1 from public.cdr_hourly h
      where h.tenant_id = tenant and h.hour >= greatest(from_time, m.since) and h.hour < least(to_time, m.until)));
begin
  if missing is not null and exists (select 1 from public.billing_accounts b where b.tenant_id = tenant and b.rate_plan_id is not null) then
    raise exception 'The calls of % are archived. Whoever runs the server can bring them back.', to_char(missing, 'FMMonth YYYY')
      using errcode = 'check_violation';
  end if;
end
$$;

-- Lines of subscriptions due on the period's invoice, given all other invoices that are not void: cycles started but not invoiced, credits
-- for cycles that ended early, and setup fees. A draft of a later month does not count: it may not be issued yet, and is rebuilt when it is.
create function private.due_subscription_lines(tenant uuid, period date, this_invoice uuid)
returns table (line_key text, kind text, line_position integer, subscription_id uuid, cycle_start date, service_from date,
  service_to date, description text, quantity numeric, unit_price numeric, amount numeric)
language plpgsql stable security definer set search_path = '' as $$
declare
  period_end date := (period + interval '1 month' - interval '1 day')::date;
begin
  return query
  with invoiced as (
    select l.subscription_id, l.cycle_start, l.kind, sum(l.amount) as amount
    from public.invoice_lines l join public.invoices i on i.id = l.invoice_id
    where i.tenant_id = tenant and i.status <> 'void' and (i.status <> 'draft' or i.period_start < period)
      and i.id is distinct from this_invoice and l.subscription_id is not null
    group by 1, 2, 3
  ),
  cycles as (
    select s.*, coalesce(nullif(s.description, ''), v.name) as label, first_day::date as first_day,
      private.cycle_end(first_day::date, s.cycle) as last_day
    from public.subscriptions s
    join public.services v on v.id = s.service_id
    cross join lateral generate_series(private.cycle_start(s.starts_on, s.cycle)::timestamp, period_end::timestamp,
      make_interval(months => private.cycle_months(s.cycle))) first_day
    where s.tenant_id = tenant
  ),
  charges as (
    select c.id, c.first_day, c.last_day, c.label, c.quantity, c.unit_price, 'recurring' as kind,
      greatest(c.starts_on, c.first_day) as day_from, least(c.ends_on, c.last_day) as day_to,
      case
        when c.ends_on < c.first_day then 0
        when c.prorate then private.prorated(c.quantity * c.unit_price, c.first_day, c.last_day,
          greatest(c.starts_on, c.first_day), least(c.ends_on, c.last_day))
        else c.quantity * c.unit_price
      end as due,
      case
        when c.prorate then private.prorated(c.quantity * c.unit_price, c.first_day, c.last_day,
          greatest(c.starts_on, c.first_day), c.last_day)
        else c.quantity * c.unit_price
      end as without_end
    from cycles c where c.starts_on <= period_end
    union all
    select c.id, c.first_day, c.last_day, c.label || case when c.unit_price > 0 then ', set-up' else '' end, n.added, c.setup_fee, 'one_off',
      c.starts_on, c.starts_on, n.added * c.setup_fee, n.added * c.setup_fee
    from cycles c
    cross join lateral (select greatest(0, c.quantity - coalesce(max(e.quantity), 0)) as added from public.subscriptions e
      where e.tenant_id = tenant and e.series_id = c.series_id and e.starts_on < c.starts_on) n
    where c.starts_on between c.first_day and least(c.last_day, period_end) and c.setup_fee > 0
  ),
  lines as (
    select c.*, c.due - coalesce(i.amount, 0) as difference,
      -- A cycle that is charged in part has lines without days of their own: they cover all that is charged now, or the whole cycle.
      coalesce(i.amount <> 0 and i.amount <> c.without_end, false) as is_corrected
    from charges c
    left join invoiced i on i.subscription_id = c.id and i.cycle_start = c.first_day and i.kind = c.kind
  )
  select 'subscription ' || l.id || ' ' || l.kind || ' ' || l.first_day, l.kind,
    (row_number() over (order by l.kind desc, l.label, l.first_day, l.id))::integer,
    l.id, l.first_day,
    case when l.difference < 0 and not l.is_corrected then greatest(l.first_day, l.day_to + 1) else l.day_from end,
    case when l.difference < 0 and not l.is_corrected or l.day_to < l.day_from then l.last_day else l.day_to end,
    left(case when l.is_corrected then 'Difference: ' when l.difference < 0 then 'Credit: ' else '' end || l.label, 255),
    l.quantity::numeric, l.unit_price::numeric, l.difference
  from lines l where l.difference <> 0;
end
$$;

-- Lines due on the period's invoice: those of subscriptions, and the previous month's calls.
create function private.due_lines(tenant uuid, period date, this_invoice uuid)
returns table (line_key text, kind text, line_position integer, subscription_id uuid, cycle_start date, service_from date,
  service_to date, description text, quantity numeric, unit_price numeric, amount numeric)
language plpgsql stable security definer set search_path = '' as $$
declare
  calls_from timestamptz := private.start_of_month(tenant, (period - interval '1 month')::date);
  calls_until timestamptz := private.start_of_month(tenant, period);
begin
  perform private.require_calls(tenant, calls_from, calls_until);
  return query
  select * from private.due_subscription_lines(tenant, period, this_invoice)
  union all
  select 'usage ' || u.prefix, 'usage', 5000 + (row_number() over (order by u.prefix))::integer, null, null,
    (period - interval '1 month')::date, period - 1,
    left('Calls to ' || case when u.description = '' then coalesce(nullif('+' || u.prefix, '+'), 'all other destinations')
      else u.description end, 255),
    u.calls::numeric, null, round(u.cost, 2)
  from private.rated_usage(tenant, calls_from, calls_until) u
  where u.rate_id is not null;
end
$$;

-- What a draft's lines charge for, to tell whether they have changed.
create function private.charged_lines(invoice uuid) returns text
language sql stable security definer set search_path = '' as $$
  select array_agg(row(l.line_key, l.description, l.service_from, l.service_to, l.quantity, l.unit_price, l.amount) order by l.line_key, l.id)::text
  from public.invoice_lines l where l.invoice_id = charged_lines.invoice
$$;

-- Rebuilds a draft. Lines still due keep their rows, so that a run that finds nothing new changes nothing. When lines change,
-- the version rises even if the total stays the same: nobody issues lines that they have not seen.
create function private.rebuild_invoice_draft(invoice uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  draft public.invoices;
  lines text := private.charged_lines(invoice);
begin
  select * into draft from public.invoices i where i.id = invoice and i.status = 'draft' for no key update;
  if draft.id is null then
    return;
  end if;
  -- The guard sets whom it names.
  update public.invoices i set currency = t.currency, terms_days = t.terms_days
  from (
    select coalesce(a.currency, 'USD') as currency, coalesce(a.terms_days, k.terms_days, 30) as terms_days, h.*
    from private.invoice_head(draft.tenant_id) h
    left join public.billing_accounts a on a.tenant_id = draft.tenant_id
    left join public.companies c on c.domain_uuid = draft.tenant_id
    left join public.company_accounts k on k.id = c.id
  ) t
  where i.id = invoice and (i.currency, i.terms_days, i.bill_to, i.issuer, i.payment_instructions)
    is distinct from (t.currency, t.terms_days, t.bill_to, t.issuer, t.payment_instructions);
  with due as materialized (
    select * from private.due_lines(draft.tenant_id, draft.period_start, invoice)
  ), gone as (
    delete from public.invoice_lines l
    where l.tenant_id = draft.tenant_id and l.invoice_id = invoice and l.kind not in ('adjustment', 'tax')
      and l.line_key not in (select d.line_key from due d)
  )
  insert into public.invoice_lines as l (tenant_id, invoice_id, line_key, kind, position, subscription_id, cycle_start,
    service_from, service_to, description, quantity, unit_price, amount)
  select draft.tenant_id, invoice, d.line_key, d.kind, d.line_position, d.subscription_id, d.cycle_start,
    d.service_from, d.service_to, d.description, d.quantity, d.unit_price, d.amount
  from due d
  on conflict on constraint invoice_lines_invoice_id_line_key_key do update
    set position = excluded.position, service_from = excluded.service_from, service_to = excluded.service_to,
      description = excluded.description, quantity = excluded.quantity, unit_price = excluded.unit_price,
      amount = excluded.amount
    where (l.position, l.service_from, l.service_to, l.description, l.quantity, l.unit_price, l.amount) is distinct from
      (excluded.position, excluded.service_from, excluded.service_to, excluded.description, excluded.quantity,
        excluded.unit_price, excluded.amount);
  perform private.tax_invoice_draft(invoice);
  if private.charged_lines(invoice) is distinct from lines then
    update public.invoices i set updated_at = now() where i.id = invoice and i.version = draft.version;
  end if;
end
$$;

-- Staff need one of the permissions; the service key and the database owner do not.
create function private.require_billing(variadic actions text[]) returns void
language plpgsql stable set search_path = '' as $$
begin
  perform private.require_permission(
    coalesce(current_setting('role', true), '') in ('service_role', 'none', '')
    or exists (select 1 from unnest(actions) a where private.has_permission('billing', a)));
end
$$;

-- Whoever issues a draft may recalculate it, as issuing does; only those who may create drafts add one.
create function private.run_billing_cycle(tenant uuid, period date, even_empty boolean default false) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  found_invoice public.invoices;
  voided public.invoices;
begin
  perform private.require_billing('create', 'edit');
  if period is distinct from private.cycle_start(period, 'monthly') then
    raise exception 'A period must start on the first of a month.' using errcode = 'check_violation';
  elsif period not between date '2000-01-01' and date '2100-12-01' then
    raise exception 'Enter a month between 2000 and 2100.' using errcode = 'check_violation';
  end if;
  perform private.lock_billing(tenant);
  select * into found_invoice from public.invoices i
  where i.tenant_id = tenant and i.period_start = period and i.status <> 'void';
  if found_invoice.id is null then
    perform private.require_billing('create');
    -- Nothing else would charge or credit again what was added by hand. An account without other invoices may have another currency by now.
    select * into voided from public.invoices i
    where i.tenant_id = tenant and i.period_start = period and i.status = 'void'
      and i.currency = coalesce((select a.currency from public.billing_accounts a where a.tenant_id = tenant), 'USD')
    order by i.voided_at desc limit 1;
    -- Calls take longer than subscriptions: they are rated twice only for a tenant that owes nothing else.
    if not even_empty
        and not exists (select 1 from public.invoice_lines l where l.invoice_id = voided.id and l.kind = 'adjustment')
        and not exists (select 1 from private.due_subscription_lines(tenant, period, null))
        and not exists (select 1 from private.due_lines(tenant, period, null)) then
      return null;
    end if;
    insert into public.invoices (tenant_id, period_start, note) values (tenant, period, coalesce(voided.note, ''))
    returning * into found_invoice;
    insert into public.invoice_lines (tenant_id, invoice_id, position, description, quantity, unit_price, amount)
    select tenant, found_invoice.id, l.position, l.description, l.quantity, l.unit_price, l.amount
    from public.invoice_lines l where l.invoice_id = voided.id and l.kind = 'adjustment';
  end if;
  perform private.rebuild_invoice_draft(found_invoice.id);
  return found_invoice.id;
end
$$;

-- Gives the drafts that came back with an undone deletion the lines that are due now; their adjustments come back by themselves.
create function private.redraft_invoices(undone public.audit_log) returns void
language plpgsql volatile security invoker set search_path = '' as $$
begin
  perform private.run_billing_cycle(i.tenant_id, i.period_start)
  from public.audit_log a join public.invoices i on i.id = a.record_id and i.status = 'draft'
  where a.transaction_id = undone.transaction_id and a.at = undone.at and a.table_name = 'invoices' and a.action = 'delete'
    and private.has_permission('billing', 'create');
end
$$;

create function private.issue_invoice(
  tenant uuid, invoice uuid, expected_total numeric default null, expected_version integer default null
) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  seen public.invoices;
  draft public.invoices;
begin
  perform private.require_billing('edit');
  perform private.lock_billing(tenant);
  select * into seen from public.invoices i where i.tenant_id = tenant and i.id = invoice for no key update;
  if seen.id is null then
    raise exception 'This draft has been deleted.' using errcode = 'TR410';
  end if;
  perform private.rebuild_invoice_draft(invoice);
  select * into draft from public.invoices i where i.id = invoice for no key update;
  if draft.status = 'issued' and draft.total = expected_total then
    -- A retry: the response to the first call was lost.
    return;
  end if;
  if draft.status <> 'draft' then
    raise exception 'This invoice has already been issued.' using errcode = 'TR409';
  end if;
  if expected_total is not null and draft.total <> expected_total then
    raise exception 'The total has changed to %. Refresh the draft and check it again before you issue it.', draft.total
      using errcode = 'TR412';
  elsif seen.version <> expected_version then
    raise exception 'Someone else has changed this draft since you opened it. Check it again before you issue it.' using errcode = 'TR412';
  elsif expected_version is not null and (draft.currency, draft.terms_days, draft.bill_to, draft.issuer, draft.payment_instructions)
      is distinct from (seen.currency, seen.terms_days, seen.bill_to, seen.issuer, seen.payment_instructions) then
    raise exception 'Its currency, terms or addresses have changed. Refresh the draft and check it again before you issue it.'
      using errcode = 'TR412';
  elsif expected_version is not null and draft.version <> seen.version then
    raise exception 'The lines of this draft have changed. Refresh it and check it again before you issue it.' using errcode = 'TR412';
  end if;
  update public.invoices i set status = 'issued' where i.id = invoice;
end
$$;

create function private.void_invoice(tenant uuid, invoice uuid, reason text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  target public.invoices;
begin
  perform private.require_billing('edit');
  select * into target from public.invoices i where i.tenant_id = tenant and i.id = invoice;
  if target.id is null then
    raise exception 'This invoice has been deleted.' using errcode = 'TR410';
  end if;
  perform private.lock_billing(target.tenant_id);
  if target.status = 'void' and target.void_reason = btrim(reason) then
    -- A retry, as above.
    return;
  end if;
  update public.invoices i set status = 'void', voided_at = now(), void_reason = btrim(reason) where i.id = invoice;
end
$$;

-- The new subscription bills the same opportunity line item, and units that it adds pay the same setup fee. One that is free has none: that
-- would be a one-time sale. After it, the fee is again that of the last one with a price.
create function private.change_subscription(
  tenant uuid, subscription uuid, from_day date, new_quantity integer, new_price numeric, expected_version integer
) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  old public.subscriptions;
  successor uuid;
begin
  perform private.require_billing('edit');
  -- Not FOR UPDATE: a billing run refers to the row, and this waits for the run below.
  select * into old from public.subscriptions s where s.tenant_id = tenant and s.id = subscription for no key update;
  if old.id is null then
    raise exception 'This subscription has been deleted.' using errcode = 'TR410';
  end if;
  if old.ends_on = from_day - 1 then
    select s.id into successor from public.subscriptions s
    where s.tenant_id = old.tenant_id and s.service_id = old.service_id and s.starts_on = from_day
      and (s.description, s.cycle, s.quantity, s.unit_price) = (old.description, old.cycle, new_quantity, new_price);
    if successor is not null then
      -- A retry, as above.
      return successor;
    end if;
  end if;
  perform private.require_version(old.version, expected_version);
  if from_day <= old.starts_on or from_day > old.ends_on then
    raise exception 'Choose a day after the subscription’s first day, no later than its last.' using errcode = 'check_violation';
  elsif not old.prorate and from_day <> private.cycle_start(from_day, old.cycle) then
    -- Both subscriptions would charge the whole cycle.
    raise exception 'This subscription charges whole cycles. Choose the first day of one.' using errcode = 'check_violation';
  end if;
  perform private.lock_billing(old.tenant_id);
  update public.subscriptions s set ends_on = from_day - 1 where s.id = subscription;
  insert into public.subscriptions (tenant_id, service_id, description, quantity, unit_price, setup_fee, cycle, starts_on, ends_on,
    prorate, opportunity_item_id, series_id)
  values (old.tenant_id, old.service_id, old.description, new_quantity, new_price,
    case when new_price > 0 then coalesce((select s.setup_fee from public.subscriptions s
      where s.tenant_id = old.tenant_id and s.series_id = old.series_id and s.starts_on <= old.starts_on and s.unit_price > 0
      order by s.starts_on desc limit 1), old.setup_fee) else 0 end, old.cycle, from_day, old.ends_on,
    old.prorate, old.opportunity_item_id, old.series_id)
  returning id into successor;
  return successor;
end
$$;

-- Drafts the tenant's invoice for the month that starts on period_start, or rebuilds the draft; leaves an issued invoice alone. A new draft
-- takes over the adjustments and the note of the month's last void invoice. Returns the invoice's id; null when nothing is due, unless a
-- draft is wanted even if it is empty. Safe to repeat, concurrently too. A hundred thousand calls a month take seconds, so this, issuing and
-- usage may take longer than hosted Supabase gives a statement.
create function public.run_billing_cycle(tenant uuid, period_start date, even_empty boolean default false) returns uuid
language sql volatile security invoker set search_path = '' set statement_timeout = '60s' as $$
  select private.run_billing_cycle(tenant, period_start, even_empty)
$$;

-- Rebuilds the draft, numbers it and issues it. TR412 when it is not what the caller saw: another total, a later version, or another
-- currency, terms or addresses than it had at that version.
select private.expose('issue_invoice');
alter function public.issue_invoice set statement_timeout = '60s';

-- Voids an issued invoice. Its number stays used, its payments go to the account, and its charges are due again.
select private.expose('void_invoice');

-- Changes quantity or price as of a day: the subscription ends the day before and a new one follows. Returns the new id. TR409 when someone
-- has changed or ended it since the version that the caller saw.
create function public.change_subscription(
  tenant uuid, subscription uuid, from_day date, quantity integer, unit_price numeric, expected_version integer default null
) returns uuid
language sql volatile security invoker set search_path = '' as $$
  select private.change_subscription(tenant, subscription, from_day, quantity, unit_price, expected_version)
$$;

create function private.tenant_usage(tenant uuid, month date)
returns table (prefix text, description text, calls bigint, talk_seconds bigint, billed_seconds bigint, cost numeric)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_billing('view');
  return query
  select u.prefix, u.description, u.calls, u.talk_seconds, u.billed_seconds, u.cost
  from private.rated_usage(tenant, private.start_of_month(tenant, month),
    private.start_of_month(tenant, (month + interval '1 month')::date)) u
  order by u.prefix;
end
$$;

-- A tenant's calls to the outside in a month (given by its first day) by rate; unrated calls have no prefix and no cost.
select private.expose('tenant_usage');
alter function public.tenant_usage set statement_timeout = '60s';

-- A tenant's balance owed (negative: credit) and overdue amount; no row without invoices and payments.
create function private.tenant_balance(tenant uuid) returns table (tenant_id uuid, balance numeric, overdue numeric)
language sql stable security invoker set search_path = '' as $$
  select moves.tenant_id, sum(moves.amount), sum(moves.overdue)
  from (
    select i.tenant_id, i.total as amount,
      case when i.status = 'issued' and i.due_on < (select private.business_today()) then i.total - i.paid else 0 end as overdue
    from public.invoices i where i.status in ('issued', 'paid') and i.tenant_id = $1
    union all
    select p.tenant_id, -p.amount, 0 from public.payments p where p.tenant_id = $1
  ) moves
  group by moves.tenant_id
$$;

-- A tenant's account: balance, overdue amount, drafts, and the last twelve months.
create function public.billing_overview(tenant uuid) returns jsonb
language sql stable security invoker set search_path = '' as $$
  with day as materialized (select private.business_today() as today)
  select jsonb_build_object(
    'version', a.version,
    'currency', coalesce(a.currency, 'USD'),
    'currency_fixed', exists (select 1 from public.invoices i where i.tenant_id = tenant and i.status in ('issued', 'paid'))
      or coalesce((select sum(p.amount) from public.payments p where p.tenant_id = tenant), 0) <> 0,
    'terms_days', a.terms_days,
    -- Null also when the caller may not see it.
    'customer_terms_days', (select k.terms_days from public.companies c join public.company_accounts k on k.id = c.id
      where c.domain_uuid = tenant),
    'rate_plan_id', a.rate_plan_id,
    'rate_plan', (select p.name from public.rate_plans p where p.id = a.rate_plan_id),
    'tax_jurisdiction_id', a.tax_jurisdiction_id,
    'tax', (select j.tax || ', ' || j.name from public.tax_jurisdictions j where j.id = a.tax_jurisdiction_id),
    'tax_percent', (select j.percent from public.tax_jurisdictions j where j.id = a.tax_jurisdiction_id),
    'tax_exemption', coalesce(a.tax_exemption, ''),
    'balance', coalesce((select b.balance from private.tenant_balance(tenant) b), 0),
    'overdue', coalesce((select b.overdue from private.tenant_balance(tenant) b), 0),
    'open_invoices', (select count(*) from public.invoices i where i.tenant_id = tenant and i.status = 'issued'),
    'next_due', (select min(i.due_on) from public.invoices i where i.tenant_id = tenant and i.status = 'issued'),
    'recurring', (select coalesce(sum(round(s.quantity * s.unit_price / private.cycle_months(s.cycle), 2)), 0)
      from public.subscriptions s
      where s.tenant_id = tenant and s.starts_on <= day.today and coalesce(s.ends_on, day.today) >= day.today),
    'draft', (select jsonb_build_object('id', i.id, 'period_start', i.period_start, 'total', i.total)
      from public.invoices i where i.tenant_id = tenant and i.status = 'draft' order by i.period_start limit 1),
    'months', (
      select jsonb_agg(jsonb_build_object('month', m.month,
        'total', coalesce((select sum(i.total) from public.invoices i
          where i.tenant_id = tenant and i.period_start = m.month and i.status in ('issued', 'paid')), 0),
        'paid', coalesce((select sum(i.paid) from public.invoices i
          where i.tenant_id = tenant and i.period_start = m.month and i.status in ('issued', 'paid')), 0)
      ) order by m.month)
      from (select generate_series(date_trunc('month', day.today::timestamp) - interval '11 months',
        date_trunc('month', day.today::timestamp), interval '1 month')::date as month) m)
  )
  from (select tenant as id) wanted
  cross join day
  left join public.billing_accounts a on a.tenant_id = wanted.id
$$;

-- Rate plans with how many rates and tenants they have.
create function public.rate_plan_list()
returns table (id uuid, name text, description text, currency text, version integer, rates bigint, tenants bigint)
language sql stable security invoker set search_path = '' as $$
  select p.id, p.name, p.description, p.currency, p.version,
    (select count(*) from public.rate_plan_rates r where r.rate_plan_id = p.id),
    (select count(*) from public.billing_accounts a where a.rate_plan_id = p.id)
  from public.rate_plans p
  order by p.name
$$;

-- Licenses: seats per product: purchased, assigned, used, billed. Extension seats are tenants.extension_limit, a hard cap enforced by
-- extensions; seats of other products are here.

create table public.licenses (
  like private.tenant_columns including all,
  product text not null check (product in ('call_center_agent', 'recording', 'fax')),
  purchased integer not null default 0 check (purchased between 0 and 100000),
  cap text not null default 'soft' check (cap in ('hard', 'soft')),
  unique (tenant_id, product)
);
comment on column public.licenses.cap is 'hard: seats beyond those purchased are refused; soft: they are only flagged';
select private.declare_records('licenses', section => 'billing');

-- Which extensions hold a seat of which product, when each last made or received a call, and whether it is idle: older than the days of
-- private.kept_days with no call in that time.
create function private.seat_holders(tenant uuid)
returns table (extension_id uuid, extension text, holds text[], idle boolean, last_call_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
  select e.id, e.extension,
    array_remove(array['extension', case when e.recording <> 'none' then 'recording' end,
      case when exists (select 1 from public.call_center_agents a where a.tenant_id = tenant and a.extension_id = e.id)
        then 'call_center_agent' end], null),
    greatest(e.created_at, c.last_at) < now() - private.kept('idle'), c.last_at
  from public.extensions e
  left join private.extension_calls c on c.tenant_id = tenant and c.extension_id = e.id
  where e.tenant_id = tenant;
end
$$;

-- A row for each assigned seat. What records: docs/decisions/212-what-records-holds-a-seat.md.
create view private.held_seats with (security_invoker = true) as
select e.tenant_id, 'extension' as product from public.extensions e
union all select a.tenant_id, 'call_center_agent' from public.call_center_agents a
union all select e.tenant_id, 'recording' from public.extensions e where e.recording <> 'none'
union all select n.tenant_id, 'recording' from public.dids n where n.record
union all select q.tenant_id, 'recording' from public.call_center_queues q where q.record
union all select r.tenant_id, 'recording' from public.conference_rooms r where r.record
union all select n.tenant_id, 'fax' from public.dids n where n.fax;

-- Number of assigned seats of a product.
create function private.seats_assigned(tenant uuid, product text) returns bigint
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select count(*) from private.held_seats h where h.tenant_id = tenant and h.product = seats_assigned.product);
end
$$;

-- A tenant's seats by product, or all tenants', in the order of `place`; billed: the quantity of today's subscriptions that pay for such
-- seats. What was sold for a one-time price, on one day, is paid for good.
create function private.seats(tenant uuid default null)
returns table (tenant_id uuid, product text, purchased integer, cap text, assigned bigint, billed bigint, place integer)
language plpgsql stable security definer set search_path = '' as $$
declare
  today date := private.business_today();
begin
  return query
  select t.id, p.product, case p.product when 'extension' then t.extension_limit else coalesce(l.purchased, 0) end,
    case p.product when 'extension' then 'hard' else coalesce(l.cap, 'soft') end, coalesce(h.seats, 0), coalesce(s.quantity, 0), p.place
  from public.tenants t
  cross join (values ('extension', 1), ('call_center_agent', 2), ('recording', 3), ('fax', 4)) p (product, place)
  left join public.licenses l on l.tenant_id = t.id and l.product = p.product
  left join (
    select k.tenant_id, k.product, count(*) as seats from private.held_seats k
    where tenant is null or k.tenant_id = tenant group by 1, 2
  ) h on h.tenant_id = t.id and h.product = p.product
  left join (
    select u.tenant_id, v.seat_product, sum(u.quantity) as quantity
    from public.subscriptions u join public.services v on v.id = u.service_id
    where (tenant is null or u.tenant_id = tenant) and u.starts_on <= today
      and (coalesce(u.ends_on, today) >= today or private.is_one_time(u))
    group by 1, 2
  ) s on s.tenant_id = t.id and s.seat_product = p.product
  where tenant is null or t.id = tenant;
end
$$;

create function private.tenant_seats(tenant uuid)
returns table (product text, purchased integer, assigned bigint, used bigint, over bigint, cap text, billed bigint)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_billing('view');
  return query
  with held as (
    select h.product, count(*) filter (where s.idle) as idle
    from private.seat_holders(tenant) s cross join lateral unnest(s.holds) as h (product)
    group by h.product
  )
  select b.product, b.purchased, b.assigned, b.assigned - coalesce(h.idle, 0), greatest(b.assigned - b.purchased, 0), b.cap, b.billed
  from private.seats(tenant) b left join held h on h.product = b.product
  order by b.place;
end
$$;

create function private.idle_seats(tenant uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_billing('view');
  return coalesce((
    select jsonb_agg(jsonb_build_object('id', e.id, 'extension', e.extension, 'name', e.effective_caller_id_name,
      'enabled', e.enabled, 'holds', s.holds, 'last_call_at', s.last_call_at)
      order by length(e.extension), e.extension)
    from private.seat_holders(tenant) s
    join public.extensions e on e.id = s.extension_id
    where s.idle
  ), '[]');
end
$$;

-- Refuses seats beyond a hard cap; trigger argument: the product. Locks the license, so that two users taking the last seat are serialized.
create function private.check_license() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  license public.licenses;
  seats bigint;
begin
  select * into license from public.licenses l
  where l.tenant_id = new.tenant_id and l.product = tg_argv[0] and l.cap = 'hard' for no key update;
  if license.id is null then
    return null;
  end if;
  seats := private.seats_assigned(new.tenant_id, license.product);
  if seats > license.purchased then
    raise exception 'This tenant has % of % % seats in use.', least(seats - 1, license.purchased), license.purchased,
      case license.product when 'call_center_agent' then 'call-center agent' else license.product end
      using errcode = 'check_violation',
        detail = jsonb_build_object('used', seats - 1, 'limit', license.purchased, 'product', license.product)::text;
  end if;
  return null;
end
$$;
create trigger check_license after insert on public.call_center_agents
  for each row execute function private.check_license('call_center_agent');
create trigger check_recording_license_of_new after insert on public.extensions
  for each row when (new.recording <> 'none') execute function private.check_license('recording');
create trigger check_recording_license after update of recording on public.extensions
  for each row when (new.recording <> 'none' and old.recording = 'none') execute function private.check_license('recording');
create trigger check_recording_license_of_new after insert on public.dids
  for each row when (new.record and new.tenant_id is not null) execute function private.check_license('recording');
create trigger check_recording_license after update of record, tenant_id on public.dids
  for each row when (new.record and new.tenant_id is not null
    and (not old.record or old.tenant_id is distinct from new.tenant_id)) execute function private.check_license('recording');
create trigger check_recording_license_of_new after insert on public.call_center_queues
  for each row when (new.record) execute function private.check_license('recording');
create trigger check_recording_license after update of record on public.call_center_queues
  for each row when (new.record and not old.record) execute function private.check_license('recording');
create trigger check_recording_license_of_new after insert on public.conference_rooms
  for each row when (new.record) execute function private.check_license('recording');
create trigger check_recording_license after update of record on public.conference_rooms
  for each row when (new.record and not old.record) execute function private.check_license('recording');
create trigger check_fax_license_of_new after insert on public.dids
  for each row when (new.fax and new.tenant_id is not null) execute function private.check_license('fax');
-- A route to a fax box marks its number for fax.
create trigger check_fax_license after update of fax, tenant_id, destination_id on public.dids
  for each row when (new.fax and new.tenant_id is not null
    and (not old.fax or old.tenant_id is distinct from new.tenant_id)) execute function private.check_license('fax');

create function private.set_seats(
  tenant uuid, product text, purchased integer, cap text, expected integer, expected_cap text default null
) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  before integer;
  cap_before text := 'hard';
begin
  perform private.require_billing('edit');
  if product = 'extension' then
    if cap <> 'hard' then
      raise exception 'Extension seats always have a hard cap.' using errcode = 'check_violation';
    end if;
    select t.extension_limit into before from public.tenants t where t.id = tenant for no key update;
  else
    insert into public.licenses (tenant_id, product) values (tenant, set_seats.product)
    on conflict on constraint licenses_tenant_id_product_key do nothing;
    select l.purchased, l.cap into before, cap_before from public.licenses l
    where l.tenant_id = tenant and l.product = set_seats.product for no key update;
  end if;
  -- A retry finds what the first call stored, whose response was lost.
  if before is distinct from expected and before is distinct from purchased then
    raise exception 'Someone else has set the seats to % since you opened this page.', before using errcode = 'TR409';
  elsif cap_before <> expected_cap and cap_before <> cap then
    raise exception 'Someone else has made the cap % since you opened this page.', cap_before using errcode = 'TR409';
  end if;
  if product = 'extension' then
    update public.tenants t set extension_limit = purchased where t.id = tenant and t.extension_limit <> purchased;
  else
    update public.licenses l set purchased = set_seats.purchased, cap = set_seats.cap
    where l.tenant_id = tenant and l.product = set_seats.product
      and (l.purchased, l.cap) is distinct from (set_seats.purchased, set_seats.cap);
  end if;
end
$$;

-- A tenant's seats by product. assigned: held by someone; used: not idle; billed: the quantity of today's subscriptions, and of
-- one-time sales until today, that pay for such seats.
select private.expose('tenant_seats');

-- Extensions with an idle seat, [{id, extension, name, enabled, holds, last_call_at}]; last_call_at is null without any call. One value: of
-- rows, the API answers only its first max_rows.
select private.expose('idle_seats');

-- Sets the seats of a product; `expected` and `expected_cap` are the number and the cap that the caller saw, TR409 when one has changed.
select private.expose('set_seats');

-- The history of a tenant's seats, newest first, from the trail.
create function public.seat_history(tenant uuid)
returns table (id uuid, at timestamptz, actor_email text, product text, before integer, after integer,
  cap_before text, cap_after text)
language sql stable security invoker set search_path = '' as $$
  select a.id, a.at, a.actor_email, coalesce(l.product, a.changes -> 'product' ->> 1, 'extension'),
    (a.changes -> field.name ->> 0)::integer, (a.changes -> field.name ->> 1)::integer,
    a.changes -> 'cap' ->> 0, a.changes -> 'cap' ->> 1
  from public.audit_log a
  cross join lateral (select case a.table_name when 'tenants' then 'extension_limit' else 'purchased' end as name) field
  left join public.licenses l on a.table_name = 'licenses' and l.id = a.record_id
  where a.tenant_id = tenant and a.table_name in ('tenants', 'licenses') and (select private.has_permission('billing', 'view'))
    and (a.changes ? field.name or a.changes ? 'cap') and a.action in ('insert', 'update')
  order by a.at desc, a.seq desc
$$;

select private.grant_access('{
  is_one_time,rates_for,rated_digits,billed_seconds,call_cost,cycle_months,require_billing,run_billing_cycle,redraft_invoices,
  change_subscription,tenant_balance}');
