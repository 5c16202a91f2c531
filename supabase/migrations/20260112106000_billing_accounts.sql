-- What a tenant buys and at which rates: rate plans, billing accounts and subscriptions.
-- Rounding is stated in docs/decisions/020-money-is-rounded-half-away-from-zero.md.

create table public.rate_plans (
  id uuid primary key default gen_random_uuid(),
  name text not null unique check (length(btrim(name)) between 1 and 120),
  description text not null default '' check (length(description) <= 500),
  currency text not null default 'USD' check (currency in ('USD', 'CAD', 'EUR', 'GBP')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  unique (id, currency)
);
comment on table public.rate_plans is 'Prices of outbound calls; one plan serves any number of tenants';

create table public.rate_plan_rates (
  id uuid primary key default gen_random_uuid(),
  rate_plan_id uuid not null references public.rate_plans (id) on delete cascade,
  prefix text not null default '' check (prefix ~ '^[0-9]{0,15}$'),
  description text not null default '' check (length(description) <= 120),
  connect_fee numeric(10, 4) not null default 0 check (connect_fee between 0 and 1000),
  included_seconds integer not null default 0 check (included_seconds between 0 and 3600),
  cost_per_minute numeric(10, 4) not null default 0 check (cost_per_minute between 0 and 1000),
  first_increment integer not null default 60 check (first_increment between 1 and 3600),
  next_increment integer not null default 60 check (next_increment between 1 and 3600),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  unique (rate_plan_id, prefix)
);
comment on column public.rate_plan_rates.prefix is 'Leading digits of the E.164 number without its plus; the longest wins, the empty one is for all others';

create table public.billing_accounts (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null unique references public.tenants (id) on delete cascade,
  rate_plan_id uuid,
  currency text not null default 'USD' check (currency in ('USD', 'CAD', 'EUR', 'GBP')),
  terms_days integer not null default 30 check (terms_days in (0, 15, 30)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  constraint billing_accounts_plan_in_own_currency
    foreign key (rate_plan_id, currency) references public.rate_plans (id, currency)
);
create index billing_accounts_rate_plan_idx on public.billing_accounts (rate_plan_id, currency);
comment on table public.billing_accounts is 'How a tenant is billed; without a row in US dollars, net 30, without a rate plan';

alter table public.services add column seat_product text
  check (seat_product in ('extension', 'call_center_agent', 'recording', 'fax'));
comment on column public.services.seat_product is 'The licensed seat that one of this service pays for, if it pays for one';

create table public.subscriptions (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  service_id uuid not null references public.services (id),
  description text not null default '' check (length(description) <= 255),
  quantity integer not null default 1 check (quantity between 1 and 100000),
  unit_price numeric(12, 2) not null check (unit_price >= 0),
  setup_fee numeric(12, 2) not null default 0 check (setup_fee >= 0),
  cycle text not null default 'monthly' check (cycle in ('monthly', 'quarterly', 'yearly')),
  starts_on date not null default current_date check (starts_on between date '2000-01-01' and date '2100-12-31'),
  ends_on date check (ends_on <= date '2100-12-31'),
  prorate boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  unique (tenant_id, id),
  constraint subscriptions_end_after_their_start check (ends_on >= starts_on)
);
create index subscriptions_tenant_idx on public.subscriptions (tenant_id, starts_on);
create index subscriptions_service_idx on public.subscriptions (service_id);
comment on column public.subscriptions.unit_price is 'For one unit and one whole cycle';
comment on column public.subscriptions.setup_fee is 'For one unit, once, with the first cycle';
comment on column public.subscriptions.ends_on is 'The last day that is charged; null while it goes on';
comment on column public.subscriptions.prorate is 'Whether a cycle that is not used in full is charged by the day';

create trigger touch before update on public.rate_plans for each row execute function private.touch();
create trigger touch before update on public.rate_plan_rates for each row execute function private.touch();
create trigger touch before update on public.billing_accounts for each row execute function private.touch();
create trigger touch before update on public.subscriptions for each row execute function private.touch();
create trigger audit after insert or update or delete on public.rate_plans
  for each row execute function private.audit('billing');
create trigger audit after insert or update or delete on public.rate_plan_rates
  for each row execute function private.audit('billing', 'billing', 'rate_plan_id');
create trigger audit after insert or update or delete on public.billing_accounts
  for each row execute function private.audit('billing');
create trigger audit after insert or update or delete on public.subscriptions
  for each row execute function private.audit('billing');

do $$
declare
  target text;
begin
  foreach target in array array['rate_plans', 'rate_plan_rates', 'billing_accounts', 'subscriptions'] loop
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
