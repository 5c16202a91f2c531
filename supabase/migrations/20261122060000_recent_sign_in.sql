-- A recent sign-in is this session's own: its access token says how it was proved and when (`amr`), and a refresh keeps
-- the times. Only what a person knows or holds counts, not a refresh, a mailed link or another provider's word.

-- Whether the session of this request has not been ended. Requests without one (the owner's own) have none to end.
create function private.session_is_open() returns boolean
language sql stable security definer set search_path = '' as $$
  select auth.jwt() ->> 'session_id' is null
    or exists (select 1 from auth.sessions s where s.user_id = (select auth.uid()) and s.id = (auth.jwt() ->> 'session_id')::uuid)
$$;
grant execute on function private.session_is_open() to authenticated, service_role;

-- Whether a password or a second factor was proved in this session within the last ten minutes.
create or replace function private.signed_in_recently() returns boolean
language sql stable security invoker set search_path = '' as $$
  select private.session_is_open() and exists (
    select 1
    from jsonb_array_elements(case jsonb_typeof(auth.jwt() -> 'amr') when 'array' then auth.jwt() -> 'amr' else '[]' end) proof
    where proof ->> 'method' in ('password', 'totp', 'mfa/phone', 'mfa/webauthn')
      and jsonb_typeof(proof -> 'timestamp') = 'number'
      and to_timestamp((proof ->> 'timestamp')::double precision) > now() - interval '10 minutes'
  )
$$;
