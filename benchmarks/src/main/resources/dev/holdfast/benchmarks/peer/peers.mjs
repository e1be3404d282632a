// SPDX-License-Identifier: Apache-2.0
// The process of one measurement of one peer on Node: peers.mjs PEER execute|enqueue|latency NAME=VALUE ...
// Talks to its parent like the processes on the JVM: says "ready", waits for "go", says "figure NAME VALUE" and,
// at the end, "done".
import { createInterface } from 'node:readline';
import { graphileWorker, pgBoss } from './libraries.mjs';

const [name, what, ...words] = process.argv.slice(2);
const settings = Object.fromEntries(words.map(word => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)]));
const number = (key, fallback) => Number(settings[key] ?? fallback);
const flag = (key, fallback) => (settings[key] ?? String(fallback)) === 'true';
const now = () => Number(process.hrtime.bigint()) / 1e6; // milliseconds
const sleep = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds));
const figure = (key, value) => console.log(`figure ${key} ${value}`);

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
async function ready() {
  console.log('ready');
  if ((await lines.next()).value !== 'go') process.exit(1);
}

let ran = 0;
let listener = () => {};
const job = sentAt => {
  ran++;
  if (sentAt) listener(sentAt);
};

// Waits until the count reaches its total or the time is over.
async function untilDone(count, total, milliseconds) {
  const end = now() + milliseconds;
  while (now() < end && count() < total) await sleep(1);
}

async function windows(count, total) {
  await untilDone(() => count() > 0 ? 1 : 0, 1, 60_000);
  if (count() === 0) throw new Error('nothing happened for 60 s');
  const first = now();
  await untilDone(count, total, number('warm', 1) * 1000);
  if (count() >= total) {
    figure('rate', (total * 1000) / (now() - first));
    figure('dry', 1);
    return;
  }
  for (let i = 0; i < number('windows', 3) && count() < total; i++) {
    const [fromCount, from] = [count(), now()];
    await untilDone(count, total, number('seconds', 2) * 1000);
    figure('rate', ((count() - fromCount) * 1000) / (now() - from));
  }
}

async function execute(peer) {
  const backlog = number('backlog', 100_000);
  if (flag('prepare', true)) {
    await peer.enqueueAll(backlog);
    await peer.settleDown();
  }
  await ready();
  await peer.start();
  await windows(() => ran, backlog);
  if ((await peer.remaining()) === 0) figure('dry', 1);
}

async function enqueue(peer) {
  const bulk = flag('bulk', false);
  let sent = 0;
  await ready();
  for (let i = 0; i < number('threads', 1); i++) {
    (async () => {
      for (;;) {
        await (bulk ? peer.enqueueAll(1000) : peer.enqueue(0));
        sent += bulk ? 1000 : 1;
      }
    })();
  }
  await windows(() => sent, Infinity);
}

async function sendFor(peer, rate, seconds) {
  const total = Math.floor(rate * seconds);
  const before = ran;
  const from = now();
  const sending = [];
  for (let i = 0; i < total; i++) {
    const left = from + (i * 1000) / rate - now();
    if (left > 0) await sleep(left);
    sending.push(peer.enqueue(now()));
  }
  await Promise.all(sending);
  await untilDone(() => ran - before, total, 30_000);
  return total;
}

async function latency(peer) {
  await peer.start();
  await sleep(2000);
  await ready();
  const rate = number('rate', 50);
  await sendFor(peer, 1000, number('warm', 2));
  const latencies = [];
  listener = sentAt => latencies.push(now() - sentAt);
  const sent = await sendFor(peer, rate, number('loadSeconds', 10));
  figure('max', Math.max(...latencies));
  for (let part = 0; part < 5; part++) {
    const sorted = latencies
      .slice(Math.floor((latencies.length * part) / 5), Math.floor((latencies.length * (part + 1)) / 5))
      .sort((a, b) => a - b);
    figure('p50', sorted[Math.floor(sorted.length / 2)]);
    figure('p99', sorted[Math.floor(sorted.length * 0.99)]);
  }
  figure('samples', latencies.length);
  figure('missing', sent - latencies.length);
}

const peer = { 'graphile-worker': graphileWorker, 'pg-boss': pgBoss }[name](settings.pgurl, { number, flag, job });
if (flag('prepare', true)) await peer.create();
await peer.open();
await { execute, enqueue, latency }[what](peer);
console.log('done');
process.exit(0);
