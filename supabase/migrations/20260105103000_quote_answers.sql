-- Who answered by the link is said by the link alone. What staff note is their own answer, also where it follows a customer's.
create function private.keep_quote_answer() returns trigger
language plpgsql set search_path = '' as $$
begin
  if (select auth.uid()) is null then
    return new;
  end if;
  if tg_op = 'INSERT' or new.status = 'draft' or new.status <> old.status then
    new.decided_by := '';
  end if;
  return new;
end
$$;
create trigger keep_answer before insert or update on public.quotes for each row execute function private.keep_quote_answer();

-- The key of the link is the customer's right to answer: of the staff nobody reads it, and the trail keeps it as it keeps secrets,
-- which it knows by their names. The server mails it.
alter table public.quotes rename column link_key to link_token;
do $$ begin
  execute replace(pg_get_functiondef('private.keep_quote()'::regprocedure), 'link_key', 'link_token');
end $$;
revoke select, insert, update on public.quotes from authenticated;
do $$
declare
  others text := (select string_agg(quote_ident(a.attname), ', ') from pg_attribute a
    where a.attrelid = 'public.quotes'::regclass and a.attnum > 0 and not a.attisdropped and a.attname <> 'link_token');
begin
  execute format('grant select (%1$s), insert (%1$s), update (%1$s) on public.quotes to authenticated', others);
end $$;
