-- Setting the same fields of many records in one request.

-- Sets columns that are kept apart (private.apart) of records whose own columns may not change, and counts a version for those
-- that it changes. Raises 42501 when the role may not see or change one of them.
create function private.change_apart(list private.record_lists, given jsonb, ids uuid[]) returns void
language plpgsql volatile security invoker set search_path = '' as $$
declare
  refused bigint;
  changed uuid[];
begin
  execute format($query$
    with seen as materialized (
      select a.id, to_jsonb(a) is distinct from to_jsonb(jsonb_populate_record(a, $1)) as differs
      from public.%1$I a where a.id = any ($2)
    ), changed as (
      update public.%1$I a set (%2$s) = (select %2$s from jsonb_populate_record(a, $1))
      from seen s where a.id = s.id and s.differs
      returning a.id
    )
    select cardinality($2) - count(s.id) filter (where not s.differs or c.id is not null), array_agg(c.id) filter (where c.id is not null)
    from seen s left join changed c on c.id = s.id
  $query$, list.apart, private.column_list(array(select jsonb_object_keys(given)))) into refused, changed using given, ids;
  if refused > 0 then
    raise exception 'Your role does not allow this.' using errcode = 'insufficient_privilege';
  end if;
  execute format('update public.%I t set updated_at = now() where t.id = any ($1)', list.table_name) using changed;
end
$$;

-- Sets the columns of records that are locked already, in one statement for each table. A statement that fails is retried in
-- smaller parts, down to the record that causes the error. Returns [{id, code, message, details}] of the records that failed.
create function private.change_part(list private.record_lists, given jsonb, apart jsonb, ids uuid[]) returns jsonb
language plpgsql volatile security invoker set search_path = '' as $$
declare
  size integer := cardinality(ids);
  part_size integer := case when size > 50 then 50 else (size + 1) / 2 end;
  failed jsonb := '[]';
  code text;
  said text;
  details text;
begin
  if given <> '{}' then
    execute format($query$
      update public.%1$I t set (%2$s) = (select %2$s from jsonb_populate_record(t, $1))
      where t.id = any ($2) and to_jsonb(t) is distinct from to_jsonb(jsonb_populate_record(t, $1))
    $query$, list.table_name, private.column_list(array(select jsonb_object_keys(given)))) using given, ids;
  end if;
  if apart is not null then
    perform private.change_apart(list, apart, ids);
  end if;
  return failed;
exception when others then
  get stacked diagnostics code = returned_sqlstate, said = message_text, details = pg_exception_detail;
  if size = 1 then
    return jsonb_build_array(jsonb_build_object('id', ids[1], 'code', code, 'message', said, 'details', details));
  end if;
  for begins in 1 .. size by part_size loop
    failed := failed || private.change_part(list, given, apart, ids[begins:begins + part_size - 1]);
  end loop;
  return failed;
end
$$;
grant execute on function private.change_apart(private.record_lists, jsonb, uuid[]),
  private.change_part(private.record_lists, jsonb, jsonb, uuid[]) to authenticated, service_role;

-- Sets the fields in `record_values` of many records, each with the checks of public.save_record: policies, constraints,
-- triggers and trail, and the version that the client has seen. `seen`: [{id, version}]. A record that fails does not
-- stop the others; the answer has only those that failed, with SQLSTATE and message: TR409 when someone saved a newer
-- version, TR410 when it is gone, of another tenant or was never visible, 42501 when the role may not edit it. Records
-- that have these values already are left as they are.
create function public.change_records(target_table text, tenant uuid, seen jsonb, record_values jsonb)
returns table (id uuid, code text, message text, details text)
language plpgsql volatile security invoker set search_path = '' as $$
declare
  list private.record_lists := private.record_list(target_table);
  target regclass := format('public.%I', list.table_name)::regclass;
  mine text := case when 'tenant_id' = any (private.writable_columns(target)) and tenant is not null
    then format('t.tenant_id = %L', tenant) else 'true' end;
  apart jsonb := private.values_apart(list, record_values);
  given jsonb := record_values - 'tenant_id' - array(select jsonb_object_keys(apart));
  unchanged uuid[];
  failed jsonb;
begin
  given := (select coalesce(jsonb_object_agg(c, given -> c), '{}') from unnest(private.given_columns(target, given)) c);
  if given = '{}' and apart is null then
    raise exception 'Choose at least one field.' using errcode = 'invalid_parameter_value';
  end if;
  -- Otherwise a failure could not be traced to its record.
  set constraints all immediate;
  -- Always in the same order, so that two people who change the same records never wait for each other.
  execute format($query$
    with locked as materialized (
      select t.id, t.version from %1$s t
      where t.id in (select (s ->> 'id')::uuid from jsonb_array_elements($1) s) and %2$s
      order by t.id for update
    ), compared as (
      select s.id, case when l.version = s.version then null when l.id is not null then 'TR409'
        when t.id is not null then '42501' else 'TR410' end as code
      from jsonb_to_recordset($1) s (id uuid, version integer)
      left join locked l on l.id = s.id
      left join %1$s t on t.id = s.id and %2$s
    )
    select array_agg(c.id) filter (where c.code is null),
      coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'code', c.code, 'message', case c.code
        when 'TR409' then 'Someone else has saved this record since you opened it.'
        when 'TR410' then 'This record has been deleted.' else 'Your role does not allow this.' end))
        filter (where c.code is not null), '[]')
    from compared c
  $query$, target, mine) into unchanged, failed using seen;
  if unchanged is not null then
    failed := failed || private.change_part(list, given, apart, unchanged);
  end if;
  return query select f.id, f.code, f.message, f.details
    from jsonb_to_recordset(failed) f (id uuid, code text, message text, details text);
end
$$;
grant execute on function public.change_records(text, uuid, jsonb, jsonb) to authenticated, service_role;
