create index exports_of_firm on exports (firm_id, status) include (size_bytes)
where status in ('queued', 'running', 'ready');
