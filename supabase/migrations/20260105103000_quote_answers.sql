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
