-- Quotes: what an opportunity offers, as a document. A draft shows the opportunity's lines as they are; sending it freezes them,
-- and a later offer is a new version of the same number.

create sequence private.quote_numbers;

create table public.quotes (
  id uuid primary key default gen_random_uuid(),
  opportunity_id uuid not null references public.opportunities (id) on delete cascade,
  number text not null default '' check (length(number) <= 32),
  revision integer not null default 1 check (revision between 1 and 999),
  status text not null default 'draft' check (status in ('draft', 'sent', 'accepted', 'declined')),
  quoted_on date not null default current_date,
  valid_until date not null default current_date + 30,
  sender text not null default '' check (length(sender) <= 500),
  recipient text not null default '' check (length(recipient) <= 500),
  terms text not null default '' check (length(terms) <= 4000),
  lines jsonb check (jsonb_typeof(lines) = 'array'),
  sent_at timestamptz,
  decided_at timestamptz,
  decline_reason text not null default '' check (length(decline_reason) <= 500),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  unique (number, revision),
  constraint quotes_valid_from_their_date check (valid_until >= quoted_on),
  constraint quotes_frozen_when_sent check ((status = 'draft') = (lines is null) and (status = 'draft') = (sent_at is null))
);
comment on column public.quotes.lines is
  'What was offered when it was sent: [{name, description, quantity, one_off_price, monthly_price}], per unit, in US dollars';
create index quotes_opportunity_idx on public.quotes (opportunity_id, created_at desc);
create unique index quotes_one_draft_each on public.quotes (opportunity_id) where status = 'draft';
select private.parts('quotes', of => 'opportunities', by => 'opportunity_id', may_create => '{edit}', may_delete => '{edit}');

-- A new quote is a draft with the next number, or the next version of its opportunity's number. Drafts are changed and sent;
-- what was sent is accepted or declined and otherwise stays as it is.
create function private.keep_quote() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  latest public.quotes;
begin
  if tg_op = 'DELETE' then
    -- The opportunity's own deletion takes all its quotes.
    if old.status <> 'draft' and exists (select 1 from public.opportunities o where o.id = old.opportunity_id) then
      raise exception 'A quote that was sent cannot be deleted.' using errcode = 'restrict_violation';
    end if;
    return old;
  end if;
  if tg_op = 'INSERT' then
    if new.status <> 'draft' then
      raise exception 'A new quote must be a draft.' using errcode = 'check_violation', detail = '{"column": "status"}';
    end if;
    perform 1 from public.opportunities o where o.id = new.opportunity_id for update;
    select * into latest from public.quotes q where q.opportunity_id = new.opportunity_id order by q.revision desc limit 1;
    new.number := coalesce(latest.number,
      'Q-' || to_char(current_date, 'YYYY') || '-' || lpad(nextval('private.quote_numbers')::text, 5, '0'));
    new.revision := coalesce(latest.revision, 0) + 1;
    return new;
  end if;
  if (new.opportunity_id, new.number, new.revision) is distinct from (old.opportunity_id, old.number, old.revision) then
    raise exception 'A quote keeps its number.' using errcode = 'check_violation';
  end if;
  if old.status = 'draft' and new.status = 'draft' then
    return new;
  end if;
  if new.status = old.status then
    raise exception 'A quote that was sent stays as it is. Make a new version.' using errcode = 'check_violation';
  end if;
  if not (old.status || '>' || new.status) = any (array['draft>sent', 'sent>accepted', 'sent>declined', 'accepted>declined',
      'declined>accepted']) then
    raise exception 'A quote that is % cannot become %.', old.status, new.status
      using errcode = 'check_violation', detail = '{"column": "status"}';
  end if;
  if old.status = 'draft' then
    select jsonb_agg(jsonb_build_object('name', s.name, 'description', i.description, 'quantity', i.quantity,
        'one_off_price', i.one_off_price, 'monthly_price', i.monthly_price) order by i.position, i.id)
      into new.lines
    from public.opportunity_items i join public.services s on s.id = i.service_id
    where i.opportunity_id = new.opportunity_id;
    if new.lines is null then
      raise exception 'Add line items before you send the quote.' using errcode = 'check_violation';
    end if;
    new.sent_at := now();
    new.decided_at := null;
    return new;
  end if;
  if to_jsonb(new) - '{status,decline_reason,decided_at,updated_at,version}'::text[]
      <> to_jsonb(old) - '{status,decline_reason,decided_at,updated_at,version}'::text[] then
    raise exception 'A quote that was sent stays as it is. Make a new version.' using errcode = 'check_violation';
  end if;
  new.decided_at := now();
  if new.status = 'accepted' then
    new.decline_reason := '';
  end if;
  return new;
end
$$;
create trigger keep before insert or update or delete on public.quotes for each row execute function private.keep_quote();
