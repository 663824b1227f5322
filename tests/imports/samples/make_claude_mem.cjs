// Makes the sample of claude-mem with the package claude-mem 13.25.3, run by bun 1.4.5:
// bun make_claude_mem.cjs PACKAGE/plugin/sqlite/SessionStore.js claude-mem.db
// The package's own store makes the tables and writes the rows; the facts are invented.
const {SessionStore} = require(process.argv[2]);
const s=new SessionStore(process.argv[3]);
const id=s.createSDKSession('content-1','infrastructure','Look after the media host');
s.ensureMemorySessionIdRegistered(id,'memory-1');
const t=Date.UTC(2026,2,2,9,15,0);
const obs=[
 {type:'bugfix',title:'Transcodes of jellyfin no longer hang',subtitle:'The cache was full',facts:['A stuck transcode of jellyfin ends when /var/cache/jellyfin/transcodes is emptied','jellyfin takes about 60 seconds to answer after a restart'],narrative:'The partition of the cache had no room left.',concepts:['problem-solution'],files_read:['/etc/jellyfin/encoding.xml'],files_modified:[]},
 {type:'discovery',title:'Where the nightly dump of postgres goes',subtitle:null,facts:[],narrative:'The nightly dump of postgres is written to /srv/dumps and copied to the second host at 02:10.',concepts:['how-it-works'],files_read:[],files_modified:[]},
 {type:'decision',title:'Caddy stays in front of grafana',subtitle:null,facts:['Caddy forwards /grafana to port 3000 and keeps the certificate'],narrative:null,concepts:['trade-off'],files_read:[],files_modified:['/etc/caddy/Caddyfile']},
];
obs.forEach((o,i)=>s.storeObservation('memory-1','infrastructure',o,i+1,100,t+i*60000));
s.storeSummary('memory-1','infrastructure',{request:'Look after the media host',investigated:'The logs of jellyfin',learned:'The cache of jellyfin fills when transcodes are broken off\nThe alert of the disk comes only at 95 %',completed:'Emptied the cache',next_steps:'Watch the size of the cache',notes:null},4,100,t+300000);
s.db.run('PRAGMA wal_checkpoint(TRUNCATE)'); s.close&&s.close();
