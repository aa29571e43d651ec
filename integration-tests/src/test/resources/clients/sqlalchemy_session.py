"""SQLAlchemy's ORM: tables made, rows written, changed, found by joins, a transaction given up; a line each."""
import os

from sqlalchemy import Column, ForeignKey, Integer, String, create_engine, func, inspect
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session, declarative_base, relationship

Base = declarative_base()


class Author(Base):
    __tablename__ = "sqlalchemy_author"
    id = Column(Integer, primary_key=True)
    name = Column(String(40), nullable=False, unique=True)
    books = relationship("Book", back_populates="author", cascade="all, delete-orphan")


class Book(Base):
    __tablename__ = "sqlalchemy_book"
    id = Column(Integer, primary_key=True)
    title = Column(String(80))
    author_id = Column(Integer, ForeignKey("sqlalchemy_author.id"))
    author = relationship("Author", back_populates="books")


engine = create_engine(
    "mysql+{driver}://{user}:{password}@{host}:{port}/legacy?charset=utf8mb4".format(
        driver=os.environ.get("PINION_DRIVER", "pymysql"),
        user=os.environ["PINION_USER"],
        password=os.environ["PINION_PASSWORD"],
        host=os.environ["PINION_HOST"],
        port=os.environ["PINION_PORT"],
    )
)
Base.metadata.drop_all(engine)
Base.metadata.create_all(engine)
with Session(engine) as session:
    session.add(Author(name="Käthe 🥖", books=[Book(title="one"), Book(title="two")]))
    session.add(Author(name="Ole"))
    session.commit()
    found = session.query(Author).join(Book).filter(Book.title == "two").one()
    print("found:", found.id, found.name, [book.title for book in found.books])
    with session.begin_nested():
        found.name = "Katharina"
    session.rollback()
    print("after rollback:", session.get(Author, found.id).name)
    session.add(Author(name="Ole"))
    try:
        session.commit()
    except IntegrityError as error:
        print("refused:", error.orig.args[0])
        session.rollback()
    print("counted:", session.query(Author.name, func.count(Book.id)).outerjoin(Book).group_by(Author.name).order_by(Author.name).all())
    session.delete(session.query(Author).filter_by(name="Käthe 🥖").one())
    session.commit()
    print("left:", session.query(Author).count(), session.query(Book).count())
print("columns:", [(column["name"], str(column["type"])) for column in inspect(engine).get_columns("sqlalchemy_book")])
Base.metadata.drop_all(engine)
