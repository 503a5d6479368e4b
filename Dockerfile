# syntax=docker/dockerfile:1
# Two stages: the first builds the wheel, the second holds nothing but Python, what the lock names, and the wheel.

FROM python:3.13-slim AS build
WORKDIR /source
COPY requirements-build.lock ./
RUN pip install --no-cache-dir --require-hashes --no-deps -r requirements-build.lock
COPY pyproject.toml README.md LICENSE ./
COPY app app
COPY templates templates
COPY static static
COPY migrations migrations
COPY examples examples
RUN python -m hatchling build -t wheel -d /wheel

FROM python:3.13-slim
RUN groupadd --gid 10001 kibitz \
    && useradd --uid 10001 --gid kibitz --no-create-home --home-dir /data --shell /usr/sbin/nologin kibitz \
    && install -d -o kibitz -g kibitz /data
COPY requirements.lock /tmp/
RUN pip install --no-cache-dir --require-hashes --no-deps -r /tmp/requirements.lock
COPY --from=build /wheel /tmp/wheel
RUN pip install --no-cache-dir --no-deps --no-index /tmp/wheel/*.whl

ENV PYTHONUNBUFFERED=1 \
    HOST=0.0.0.0 \
    PORT=8000 \
    DATABASE_URL=sqlite+aiosqlite:////data/kibitz.sqlite3
WORKDIR /data
VOLUME /data
USER 10001:10001
EXPOSE 8000
# The server drains on SIGTERM: tables are told to come back, what is under way is committed.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s --retries=3 \
    CMD ["python", "-c", "import os, urllib.request as u; u.urlopen('http://127.0.0.1:' + os.environ['PORT'] + '/healthz', timeout=4)"]
ENTRYPOINT ["kibitz"]
CMD ["serve"]
