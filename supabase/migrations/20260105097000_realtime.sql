-- New companies and opportunities are pushed to open lists (specification section 4, live data).
do $$
begin
  if not exists (select 1 from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end
$$;
alter publication supabase_realtime add table public.companies, public.opportunities;
