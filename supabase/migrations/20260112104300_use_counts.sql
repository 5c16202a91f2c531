-- How many places refer to each record of a table in a tenant; records that nothing refers to are left out. As used_by,
-- which names the places of one record.
create function public.use_counts(target_table text, tenant uuid) returns table (record_id uuid, uses bigint)
language plpgsql stable security invoker set search_path = '' as $$
declare
  relation regclass := format('public.%I', target_table)::regclass;
  counts text;
begin
  select string_agg(format(
      case when r.to_destination
        then 'select d.record_id as id, coalesce(t.%3$I, t.id) as place from %1$s t join public.destinations d on d.id = t.%2$I where t.tenant_id = $1 and d.record_id is not null'
        else 'select t.%2$I as id, coalesce(t.%3$I, t.id) as place from %1$s t where t.tenant_id = $1 and t.%2$I is not null' end,
      r.holder, r.column_name, coalesce(r.parent_column, 'id')), ' union ')
    into counts
  from private.references_to(relation) r
  where exists (select 1 from pg_catalog.pg_attribute a where a.attrelid = r.holder and a.attname = 'tenant_id' and not a.attisdropped);
  if counts is null then
    return;
  end if;
  return query execute format('select u.id, count(*) from (%s) u join %s own on own.id = u.id group by u.id', counts, relation)
    using tenant;
end
$$;
grant execute on function public.use_counts(text, uuid) to authenticated, service_role;
