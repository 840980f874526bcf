-- The seed of an authenticator app is kept encrypted (server/platform/keys/sealing.ts). The key lies in the data folder, out of
-- reach of SQL: who had two-factor sign-in switches it on again.
delete from recovery_codes;
delete from two_factors;
alter table two_factors rename column secret to sealed_secret;
