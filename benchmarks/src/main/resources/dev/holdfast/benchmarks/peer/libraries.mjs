// SPDX-License-Identifier: Apache-2.0
// The peers on Node, with the settings that their authors advise for throughput.
import { Logger, makeWorkerUtils, run } from 'graphile-worker';
import pg from 'pg';
import { PgBoss } from 'pg-boss';

const BATCH = 1000;

async function inBatches(count, send) {
  for (let from = 0; from < count; from += BATCH) await send(Math.min(BATCH, count - from));
}

function administration(connectionString) {
  const pool = new pg.Pool({ connectionString, max: 2 });
  return {
    execute: sql => pool.query(sql),
    count: async sql => Number((await pool.query(sql)).rows[0].count),
    settleDown: async () => {
      await pool.query('VACUUM (ANALYZE)');
      await pool.query('CHECKPOINT');
    },
  };
}

// local: size of the local queue, 0 for none; batched: completions at once; threads: jobs at once.
export function graphileWorker(connectionString, { number, flag, job }) {
  const database = administration(connectionString);
  let utilities;
  return {
    create: () => database.execute('DROP SCHEMA IF EXISTS graphile_worker CASCADE'),
    async open() {
      utilities = await makeWorkerUtils({ pgPool: new pg.Pool({ connectionString, max: 20 }) });
      await utilities.migrate();
    },
    enqueue: sentAt => utilities.addJob('noop', { sentAt }),
    enqueueAll: count =>
      inBatches(count, size =>
        utilities.addJobs(Array.from({ length: size }, () => ({ identifier: 'noop', payload: { sentAt: 0 } })))),
    settleDown: database.settleDown,
    start() {
      const worker = { connectionString, concurrentJobs: number('threads', 24), maxPoolSize: 10, pollInterval: 2000 };
      if (number('local', 0) > 0) worker.localQueue = { size: number('local', 0), ttl: 300_000 };
      if (flag('batched', false)) Object.assign(worker, { completeJobBatchDelay: 0, failJobBatchDelay: 0 });
      return run({
        preset: { worker },
        noHandleSignals: true,
        logger: new Logger(() => () => {}),
        taskList: { noop: async payload => job(payload.sentAt) },
      });
    },
    remaining: () => database.count('SELECT count(*) FROM graphile_worker._private_jobs'),
  };
}

// batch: jobs at once; loops: own loops of fetch and complete, 0 for its worker; notify: wake by notification;
// burst: the next batch at once after a full one.
export function pgBoss(connectionString, { number, flag, job }) {
  const database = administration(connectionString);
  const notify = flag('notify', false);
  const batchSize = number('batch', 1);
  let boss;
  async function loop() {
    for (;;) {
      const jobs = await boss.fetch('noop', { batchSize });
      if (jobs.length === 0) {
        await new Promise(resolve => setTimeout(resolve, 20));
        continue;
      }
      jobs.forEach(each => job(each.data.sentAt));
      await boss.complete('noop', jobs.map(each => each.id));
    }
  }
  return {
    create: () => database.execute('DROP SCHEMA IF EXISTS pgboss CASCADE'),
    async open() {
      boss = new PgBoss({ connectionString, max: 10, useListenNotify: notify, schedule: false, supervise: false });
      boss.on('error', error => console.error(error.message));
      await boss.start();
      await boss.createQueue('noop', { notify });
    },
    enqueue: sentAt => boss.send('noop', { sentAt }),
    enqueueAll: count =>
      inBatches(count, size => boss.insert('noop', Array.from({ length: size }, () => ({ data: { sentAt: 0 } })))),
    settleDown: database.settleDown,
    async start() {
      for (let i = 0; i < number('loops', 0); i++) loop();
      if (number('loops', 0) === 0) {
        const options = { batchSize, pollingIntervalSeconds: number('poll', 2), burstWhenBatchFull: flag('burst', false) };
        await boss.work('noop', options, async jobs => jobs.forEach(each => job(each.data.sentAt)));
      }
    },
    remaining: () => database.count("SELECT count(*) FROM pgboss.job WHERE state < 'completed' AND name = 'noop'"),
  };
}
